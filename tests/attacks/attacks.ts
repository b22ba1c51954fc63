import type { Group } from '../faults/fault.ts';
import { floods } from './floods.ts';

/** Every attack. @param seconds that each flood lasts. */
export const attacks = (seconds: number): readonly Group[] => [...floods(seconds)];
