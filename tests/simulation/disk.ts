import { DatabaseSync } from 'node:sqlite';
import { signupsPath } from '../../server/stores/sqlite/open.ts';

/** Faults of the files in data folders: another process holds the lock, or the disk takes no more. */
export const diskFaults = ['locked', 'full'] as const;
export type DiskFault = (typeof diskFaults)[number];

let locks: DatabaseSync[] = [];
/** The files on a full disk. */
const full = new Set<string>();

/** Makes a commit to a file on a full disk fail as SQLite’s does. */
const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function execOrFail(this: DatabaseSync, sql: string): void {
  if (sql === 'commit' && full.has(this.location() ?? '')) {
    exec.call(this, 'rollback');
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
  }
  exec.call(this, sql);
};

/** Ends every fault of a disk. */
export function healDisk(): void {
  for (const connection of locks) connection.close();
  locks = [];
  full.clear();
}

/** Begins a fault of the files in these folders, and ends the one before. */
export function breakDisk(fault: DiskFault, folders: readonly string[]): void {
  healDisk();
  for (const path of folders.map(signupsPath)) {
    if (fault === 'full') {
      full.add(path);
      continue;
    }
    const connection = new DatabaseSync(path);
    connection.exec('begin immediate');
    locks.push(connection);
  }
}
