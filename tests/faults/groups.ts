import { botCheckFaults } from './bot-check-faults.ts';
import { databaseFaults } from './database-faults.ts';
import { diskFaults } from './disk-faults.ts';
import type { Group } from './fault.ts';
import { fileFaults } from './file-faults.ts';
import { functionFaults, silenceFaults } from './function-faults.ts';
import { killFaults } from './kill-faults.ts';
import { outboxFaults } from './outbox-faults.ts';
import { stopFaults } from './stop-faults.ts';
import { syncFaults } from './sync-faults.ts';

/** The faults that take seconds. @param rounds how often a server is killed while it writes. */
export const quickGroups = (rounds: number): readonly Group[] => [
  killFaults(rounds),
  fileFaults,
  stopFaults,
  functionFaults,
  silenceFaults,
];

/** Every fault. */
export const allGroups = (rounds: number): readonly Group[] => [
  ...quickGroups(rounds),
  syncFaults,
  diskFaults,
  databaseFaults,
  botCheckFaults,
  outboxFaults(rounds),
];
