import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { explainSqliteError } from './errors.ts';
import { isMigrated, migrateSqlite } from './schema.ts';

/** The file of the sign-ups inside `DATA_DIR`. */
export const signupsFileName = 'signups.db';

/** Absolute path of the file of the sign-ups. */
export const signupsPath = (directory: string): string => resolve(join(directory, signupsFileName));

/** How long a statement waits for another process, in milliseconds. */
const busyTimeoutMs = 5_000;

interface Options {
  /** Makes the folder (0700) and the file (0600) where they are missing; without it a missing file is refused. */
  create: boolean;
  /** How long a statement waits for another process that writes, in milliseconds; 5000 when left out. */
  timeout?: number;
}

function createFile(directory: string, path: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // Before SQLite would, so that nobody else may read it whatever the umask says; its companions get the same mode.
  closeSync(openSync(path, 'a', 0o600));
}

/** In one transaction, as another server may start at the same moment. */
function migrate(database: DatabaseSync, path: string): void {
  database.exec('begin immediate');
  try {
    migrateSqlite(database, path);
    database.exec('commit');
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

function prepare(database: DatabaseSync, path: string): void {
  // Every commit reaches the disk before it returns; what is deleted is overwritten in the file.
  database.exec('pragma synchronous = full; pragma secure_delete = on');
  if (database.prepare('pragma journal_mode').get()?.journal_mode !== 'wal') {
    database.exec('pragma journal_mode = wal');
  }
  if (!isMigrated(database)) migrate(database, path);
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
    prepare(database, path);
    if (timeout !== undefined) database.exec(`pragma busy_timeout = ${timeout}`);
    return database;
  } catch (error) {
    database?.close();
    throw explainSqliteError(error, path);
  }
}
