import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import { explainSqliteError } from './errors.ts';
import { migrateSqlite, missingMigrations } from './migrate.ts';
import { sweepWorkFolders } from './work-folder.ts';

export const signupsPath = (directory: string): string => resolve(directory, 'signups.db');

interface Options {
  /** Makes and migrates what is missing, folder (0700) and file (0600); without it what is missing is refused. */
  create: boolean;
  /** How long a statement waits for another process that writes, in milliseconds. */
  timeout?: number;
}

/**
 * Runs work in a transaction that has the write lock from its beginning, as another process may write at the same
 * moment. Throws what the work throws; then nothing of it is kept.
 */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    // SQLite itself ends a transaction after some errors, such as a full disk.
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Before SQLite would, so that nobody else may read it whatever the umask says; its companions get the same mode.
  closeSync(openSync(path, 'a', 0o600));
}

/** Removes what killed commands left. When that fails, the server still starts, and `check` names the files. */
function sweepLeftovers(path: string): void {
  try {
    sweepWorkFolders(dirname(path));
  } catch {}
}

function prepare(database: DatabaseSync, path: string, create: boolean): void {
  // Every commit reaches the disk before it returns; what is deleted is overwritten in the file.
  database.exec('pragma synchronous = full; pragma secure_delete = on');
  if (database.prepare('pragma journal_mode').get()?.journal_mode !== 'wal') {
    database.exec('pragma journal_mode = wal');
  }
  if (missingMigrations(database, path).length === 0) return;
  // Only the server migrates: a terminal of newer code must not do so beneath a server that still runs.
  if (!create) {
    throw new StoreError({
      code: 'older_version',
      path,
      problem: `${path} is of an older Deckwright`,
      remedy: 'Start the server once, which migrates it.',
    });
  }
  inTransaction(database, () => migrateSqlite(database, path));
}

/**
 * Opens the file of the sign-ups for reading and writing; several processes may have it open.
 * Throws with what is wrong and what to do: permissions, a damaged file, one of a newer version, or none.
 */
export function openSignups(directory: string, { create, timeout = 5_000 }: Options): DatabaseSync {
  const path = signupsPath(directory);
  let database: DatabaseSync | undefined;
  try {
    if (create) {
      createFile(path);
      sweepLeftovers(path);
    } else statSync(path);
    database = new DatabaseSync(path, { timeout: 5_000 });
    prepare(database, path, create);
    database.exec(`pragma busy_timeout = ${timeout}`);
    return database;
  } catch (error) {
    database?.close();
    throw explainSqliteError(error, path);
  }
}
