import type { Group } from '../faults/fault.ts';
import { type Effort, floods } from './floods.ts';
import { singleAttacks } from './single.ts';

/** Every attack. */
export const attacks = (effort: Effort): readonly Group[] => [...singleAttacks, ...floods(effort)];
