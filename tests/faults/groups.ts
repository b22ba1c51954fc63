import type { Group } from './fault.ts';
import { functionFaults, silenceFaults } from './function-faults.ts';
import { killFaults } from './kill-faults.ts';
import { stopFaults } from './stop-faults.ts';

/** Every group of faults. @param rounds how often a server is killed while it writes. */
export const allGroups = (rounds: number): readonly Group[] => [
  killFaults(rounds),
  stopFaults,
  functionFaults,
  silenceFaults,
];
