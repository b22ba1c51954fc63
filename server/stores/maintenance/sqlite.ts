import { dirname, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { explainSqliteError, foreignOwner } from '../sqlite/errors.ts';
import { openSignups, signupsPath } from '../sqlite/open.ts';
import { sweepWorkFolders } from '../sqlite/work-folder.ts';
import { emptyLog } from '../sqlite/write.ts';
import { StoreError } from '../store-error.ts';
import type { Database } from './database.ts';
import { eraseAddress } from './erasures.ts';
import { eraseFromKept, requireNoCopy } from './leftovers.ts';

export interface SqliteDatabase extends Database {
  connection: DatabaseSync;
}

/**
 * Throws when another user owns the folder: SQLite creates files beside the database, and the server could not open
 * files of this user.
 */
export function requireOwner(directory: string): void {
  const path = resolve(directory);
  const problem = foreignOwner(path);
  if (!problem) return;
  throw new StoreError({ code: 'foreign_owner', path, problem, remedy: 'Run it as that user.' });
}

/** Removes an address from the file, from the files that `restore` kept beside it, and from the log. */
function eraseEverywhere(connection: DatabaseSync, path: string, email: string): number {
  const erased = eraseAddress(connection, email);
  emptyLog(connection);
  const kept = eraseFromKept(path, email);
  requireNoCopy(path, email, kept.unreadable);
  return erased + kept.erased;
}

/**
 * Opens the file of a data folder, which a server may have open, too. Removes what killed commands left in the folder.
 * Throws when there is no file.
 */
export function openSqliteDatabase(directory: string): SqliteDatabase {
  requireOwner(directory);
  const connection = openSignups(directory, { create: false });
  const path = signupsPath(directory);
  sweepWorkFolders(dirname(path));
  const stream: Database['stream'] = async function* (statement, ...parameters) {
    try {
      const named = parameters.map((value, index) => [`$${index + 1}`, value]);
      yield* connection.prepare(statement).iterate(Object.fromEntries(named));
    } catch (error) {
      throw explainSqliteError(error, path);
    }
  };
  return {
    schema: '',
    connection,
    time: (column) => column,
    stream,
    query: (...asked) => Array.fromAsync(stream(...asked)),
    erase: async (email) => eraseEverywhere(connection, path, email),
    close: async () => connection.close(),
  };
}
