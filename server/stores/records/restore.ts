import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from '../sqlite/errors.ts';
import { signupsPath } from '../sqlite/open.ts';
import { migrateSqlite } from '../sqlite/schema.ts';
import { countWhole, createUnfinished, syncToDisk } from './backup.ts';
import { requireOwner } from './sqlite.ts';

export interface Restored {
  file: string;
  signups: number;
  /** Where the file that was there before is kept; null: there was none. */
  kept: string | null;
}

const companions = ['-wal', '-shm'];

/** Copies a backup beside the sign-ups, and judges the copy. @returns its path and how many it holds. */
function takeIn(backup: string, path: string): { unfinished: string; signups: number } {
  const unfinished = createUnfinished(path);
  try {
    copyFileSync(backup, unfinished);
    // It takes over the mode of what it copies.
    chmodSync(unfinished, 0o600);
    const copy = new DatabaseSync(unfinished);
    try {
      copy.exec('pragma journal_mode = delete; begin immediate');
      const signups = countWhole(copy);
      migrateSqlite(copy, backup);
      copy.exec('commit');
      return { unfinished, signups };
    } finally {
      copy.close();
    }
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw new Error(
      `${backup} cannot be restored: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/**
 * Keeps every other process from the file until the connection is closed. Leaving the write-ahead log takes a lock
 * that SQLite grants only to the one process that has the file open, so no server has it, whatever its port.
 * @returns null where the file is damaged, and SQLite knows nothing of who has it.
 */
function holdAlone(path: string): DatabaseSync | null {
  const connection = new DatabaseSync(path, { timeout: 0 });
  try {
    connection.exec(
      'pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive',
    );
    return connection;
  } catch (error) {
    connection.close();
    if (!isBusy(error)) return null;
    throw new Error(
      `${path} is in use: stop the server, and every command that has it open, first`,
    );
  }
}

/**
 * Puts a backup in the place of the sign-ups, and keeps what was there under another name.
 * Throws where the backup is not whole, or where a process has the sign-ups open; nothing is changed then.
 */
export function restoreBackup(backup: string, directory: string, now = new Date()): Restored {
  const path = signupsPath(directory);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  requireOwner(directory);
  const held = existsSync(path) ? holdAlone(path) : null;
  let unfinished: string | undefined;
  try {
    const taken = takeIn(resolve(backup), path);
    unfinished = taken.unfinished;
    const kept = keepAside(path, now);
    renameSync(unfinished, path);
    syncToDisk(path, dirname(path));
    return { file: path, signups: taken.signups, kept };
  } finally {
    held?.close();
    if (unfinished) rmSync(unfinished, { force: true });
  }
}

/** @returns under which name it is kept; null: there is none. */
function keepAside(path: string, now: Date): string | null {
  if (!existsSync(path)) return null;
  const kept = `${path}.${now.toISOString().replaceAll(':', '-')}`;
  // The path is never without a file, else a server that starts now would make an empty one.
  linkSync(path, kept);
  for (const end of companions.filter((end) => existsSync(path + end))) {
    renameSync(path + end, kept + end);
  }
  return kept;
}
