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
import { migrateSqlite } from '../sqlite/migrate.ts';
import { signupsPath } from '../sqlite/open.ts';
import { createUnfinished, finish, syncToDisk } from './backup.ts';
import { keptPath, requireOwner } from './sqlite.ts';

/** Copies a backup beside the sign-ups, and judges the copy. @returns how many it holds. */
function takeIn(backup: string, unfinished: string): number {
  try {
    copyFileSync(backup, unfinished);
    // It takes over the mode of what it copies.
    chmodSync(unfinished, 0o600);
    return finish(unfinished, (copy) => migrateSqlite(copy, backup));
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`${backup} cannot be restored: ${reason}`);
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

/** Keeps what is there under another name. @returns that name; null: there is nothing. */
function keepAside(path: string): string | null {
  if (!existsSync(path)) return null;
  const kept = keptPath(path);
  // The path is never without a file, else a server that starts now would make an empty one.
  linkSync(path, kept);
  // The log may hold what a damaged file lacks; its index is made anew from it.
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${kept}-wal`);
  rmSync(`${path}-shm`, { force: true });
  return kept;
}

/**
 * Puts a backup in the place of the sign-ups, and keeps what was there under another name: `kept`.
 * Throws where the backup is not whole, or where a process has the sign-ups open; nothing is changed then.
 */
export function restoreBackup(backup: string, directory: string) {
  const path = signupsPath(directory);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  requireOwner(directory);
  const held = existsSync(path) ? holdAlone(path) : null;
  const unfinished = createUnfinished(path);
  try {
    const signups = takeIn(resolve(backup), unfinished);
    const kept = keepAside(path);
    renameSync(unfinished, path);
    syncToDisk(path, dirname(path));
    return { file: path, signups, kept };
  } finally {
    held?.close();
    rmSync(unfinished, { force: true });
  }
}
