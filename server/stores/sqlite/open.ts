import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { explainSqliteError } from './errors.ts';
import { isMigrated, migrateSqlite, requireOurs } from './schema.ts';
import { inTransaction } from './transaction.ts';

/** The file of the sign-ups inside `DATA_DIR`. */
export const signupsFileName = 'signups.db';

/** Absolute path of the file of the sign-ups. */
export const signupsPath = (directory: string): string => resolve(join(directory, signupsFileName));

/** How long a statement waits for another process, in milliseconds. */
const busyTimeoutMs = 5_000;

interface Options {
  /** Makes and migrates what is missing, folder (0700) and file (0600); without it what is missing is refused. */
  create: boolean;
  /** How long a statement waits for another process that writes, in milliseconds; 5000 when left out. */
  timeout?: number;
}

function createFile(directory: string, path: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // Before SQLite would, so that nobody else may read it whatever the umask says; its companions get the same mode.
  closeSync(openSync(path, 'a', 0o600));
}

/** Only the server migrates: a terminal of newer code must not do so beneath a server that still runs. */
function requireCurrent(database: DatabaseSync, path: string): void {
  requireOurs(database, path);
  throw new Error(`${path} is of an older Deckwright: start the server once, which migrates it`);
}

function prepare(database: DatabaseSync, path: string, create: boolean): void {
  // Every commit reaches the disk before it returns; what is deleted is overwritten in the file.
  database.exec('pragma synchronous = full; pragma secure_delete = on');
  if (database.prepare('pragma journal_mode').get()?.journal_mode !== 'wal') {
    database.exec('pragma journal_mode = wal');
  }
  if (isMigrated(database)) return;
  if (create) inTransaction(database, () => migrateSqlite(database, path));
  else requireCurrent(database, path);
}

/**
 * Opens the file of the sign-ups for reading and writing; several processes may have it open.
 * Throws with what is wrong and what to do: permissions, a damaged file, one of a newer version, or none.
 */
export function openSignups(directory: string, { create, timeout }: Options): DatabaseSync {
  const path = signupsPath(directory);
  let database: DatabaseSync | undefined;
  try {
    if (create) createFile(resolve(directory), path);
    else statSync(path);
    database = new DatabaseSync(path, { timeout: busyTimeoutMs });
    prepare(database, path, create);
    if (timeout !== undefined) database.exec(`pragma busy_timeout = ${timeout}`);
    return database;
  } catch (error) {
    database?.close();
    throw explainSqliteError(error, path);
  }
}
