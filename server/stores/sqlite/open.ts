import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { site } from '../../../shared/site.ts';
import { StoreError } from '../store-error.ts';
import { createSignups } from './create.ts';
import { explainSqliteError } from './explain.ts';
import { migrateSqlite, missingMigrations } from './migrate.ts';
import { sweepWorkFolders } from './work-folder.ts';

/** Returns the absolute path of the file of the sign-ups in a data folder. */
export const signupsPath = (directory: string): string => resolve(directory, 'signups.db');

/**
 * Returns the path whose owner is the user of the server: the file, or its folder before there is a file. The folder may
 * belong to another user: a volume of Kubernetes belongs to root.
 */
export const ownedPath = (directory: string): string =>
  existsSync(signupsPath(directory)) ? signupsPath(directory) : resolve(directory);

/**
 * Lets SQLite keep the temporary data of a long statement in memory. By default it writes them to a file in /var/tmp or
 * /tmp, and in a container with a read-only root it can write neither.
 */
export const withoutTemporaryFiles = 'pragma temp_store = memory';

interface Options {
  /** True: creates a missing file, and migrates an older file. False: throws for a missing file and for an older file. */
  create: boolean;
  /** Milliseconds that a statement waits, on this thread, for another process that has the file locked. */
  timeout?: number;
  /** Called when there was no file and this call created it. */
  onCreated?: () => void;
}

/** Removes the work files of killed commands. When this fails, the server starts anyway, and `check` names the files. */
function sweepLeftovers(path: string): void {
  try {
    sweepWorkFolders(dirname(path));
  } catch {}
}

/** Throws when the file has 0 bytes. A new file gets its name only when it is complete, so an empty file is damaged. */
function requireContent(path: string): void {
  if (statSync(path).size > 0) return;
  throw new StoreError({
    code: 'damaged',
    path,
    problem: `${path} is empty (0 bytes)`,
    remedy:
      'Stop the server and restore a backup with `signups restore FILE`. If the file never held a sign-up, remove it and start the server again.',
  });
}

function prepare(database: DatabaseSync, path: string, create: boolean): void {
  // Throws before anything in another program’s file is changed.
  const missing = missingMigrations(database, path);
  // Every commit reaches the disk before it returns, and SQLite overwrites what is deleted.
  database.exec('pragma synchronous = full; pragma secure_delete = on');
  database.exec(withoutTemporaryFiles);
  if (database.prepare('pragma journal_mode').get()?.journal_mode !== 'wal') {
    database.exec('pragma journal_mode = wal');
  }
  if (missing.length === 0) return;
  // Only the server migrates: a terminal of newer code must not migrate the file of a server that still runs.
  if (!create) {
    throw new StoreError({
      code: 'older_version',
      path,
      problem: `${path} is of an older ${site.name}`,
      remedy: 'Start the server once, which migrates it.',
    });
  }
  // The caller closes the file after an error, which undoes the transaction.
  database.exec('begin immediate');
  migrateSqlite(database, path);
  database.exec('commit');
}

/** Opens a file for reading and writing. SQLite itself would create a missing file. */
function openExisting(path: string, timeout: number): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set('mode', 'rw');
  return new DatabaseSync(url, { timeout });
}

/**
 * Opens the file of the sign-ups for reading and writing. Several processes may have the file open.
 * Throws with the problem and the remedy: permissions, a damaged file, a file of a newer version, no file, or a file that
 * another process has locked.
 */
export function openSignups(
  directory: string,
  { create, timeout = 5_000, onCreated }: Options,
): DatabaseSync {
  const path = signupsPath(directory);
  let database: DatabaseSync | undefined;
  try {
    if (create && createSignups(path)) onCreated?.();
    requireContent(path);
    if (create) sweepLeftovers(path);
    database = openExisting(path, timeout);
    prepare(database, path, create);
    return database;
  } catch (error) {
    database?.close();
    throw explainSqliteError(error, path);
  }
}
