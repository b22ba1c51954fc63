import { existsSync, renameSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncToDisk } from '../sqlite/durable-files.ts';
import { isBusy, isDamage, isDiskFull } from '../sqlite/errors.ts';
import { requireOurs } from '../sqlite/migrate.ts';
import { signupsPath } from '../sqlite/open.ts';
import { StoreError } from '../store-error.ts';
import { countRows } from './backup-files.ts';
import { copyDatabase } from './snapshot.ts';

/**
 * Returns the present file, with null for `signups` when the file cannot be read; null when there is no file. Throws when
 * the file is another program’s.
 */
export function inspectPresent(directory: string): { file: string; signups: number | null } | null {
  const file = signupsPath(directory);
  if (!existsSync(file)) return null;
  const connection = new DatabaseSync(file);
  try {
    requireOurs(connection, file);
    return { file, signups: countRows(connection) };
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { file, signups: null };
  } finally {
    connection.close();
  }
}

/** Returns the name under which `restore` keeps the file that it replaces. */
const keptPath = (path: string): string =>
  `${path}.${new Date().toISOString().replaceAll(':', '-')}`;

/** Returns the failure of a restore while another process has the file of the sign-ups open. */
export const inUse = (path: string): StoreError =>
  new StoreError({
    code: 'in_use',
    path,
    problem: `${path} is in use`,
    remedy: 'Stop the server, and every command that has it open, first.',
  });

/**
 * Opens the present sign-ups, and keeps every other process from the file until the connection is closed. To leave
 * the write-ahead log, SQLite wants a lock. A process gets the lock only if no other process has the file open, so that
 * no server has the file open.
 * @returns null when the file is damaged, because SQLite then cannot tell which process has the file open.
 */
export function holdAlone(path: string): DatabaseSync | null {
  const connection = new DatabaseSync(path, { timeout: 0 });
  try {
    requireOurs(connection, path);
    // With exclusive locking, the lock outlives the transaction.
    connection.exec(
      'pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive; commit',
    );
    return connection;
  } catch (error) {
    connection.close();
    if (isDamage(error)) return null;
    if (!isBusy(error)) throw error;
    throw inUse(path);
  }
}

/**
 * Keeps the present file under another name. The kept file is a copy, not a second link to the same file: a killed
 * restore would leave two names for one file, and two processes with two logs would destroy it.
 * @returns the new name.
 */
export async function keepAside(
  path: string,
  held: DatabaseSync | null,
  work: string,
): Promise<string> {
  const [kept, copy] = [keptPath(path), join(work, 'kept.db')];
  try {
    if (!held) throw new Error(`${path} is damaged`);
    await copyDatabase(held, copy);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    rmSync(copy, { force: true });
    await copyFile(path, copy);
  }
  syncToDisk(copy);
  renameSync(copy, kept);
  // The log may hold rows that a damaged file lacks.
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${kept}-wal`);
  syncToDisk(dirname(path));
  return kept;
}
