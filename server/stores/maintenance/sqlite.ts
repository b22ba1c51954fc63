import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { explainSqliteError, foreignOwner, isSqliteError, requireWhole } from '../sqlite/errors.ts';
import { openSignups, signupsPath } from '../sqlite/open.ts';
import { requireOurSchema } from '../sqlite/schema.ts';
import { sweepWorkFolders } from '../sqlite/work-folder.ts';
import { emptyLog } from '../sqlite/write.ts';
import { StoreError } from '../store-error.ts';
import type { Database } from './database.ts';
import { eraseAddress, findEarliestErasure } from './erasures.ts';
import { forgetInSqlite } from './forget-sqlite.ts';
import { eraseFromKept, requireNoAddress } from './leftovers.ts';
import { inviteInSqlite, readUnfinished } from './waves-sqlite.ts';

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
  requireNoAddress(path, email, kept.unreadable);
  return erased + kept.erased;
}

/** Reads rows and columns of an opened file. */
function readersOf(connection: DatabaseSync, path: string) {
  const explain = (error: unknown) =>
    isSqliteError(error) ? explainSqliteError(error, path) : error;
  const stream: Database['stream'] = async function* (statement, ...parameters) {
    try {
      const named = parameters.map((value, index) => [`$${index + 1}`, value]);
      yield* connection.prepare(statement).iterate(Object.fromEntries(named));
    } catch (error) {
      throw explain(error);
    }
  };
  const query: Database['query'] = (...asked) => Array.fromAsync(stream(...asked));
  const columns: Database['columns'] = async (table) => {
    const names = await query('select name from pragma_table_info($1)', table);
    // Times are text already.
    return names.map(({ name }) => ({ name: String(name), kind: 'other' }));
  };
  return {
    schema: '' as const,
    connection,
    time: (column: string) => column,
    stream,
    query,
    columns,
    findEarliestErasure: async () => {
      try {
        return findEarliestErasure(connection);
      } catch (error) {
        throw explain(error);
      }
    },
    unfinishedInvitation: () => readUnfinished(connection),
    explain,
    close: async () => connection.close(),
  };
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
  return {
    ...readersOf(connection, path),
    erase: async (email) => eraseEverywhere(connection, path, email),
    invite: (invitation) => inviteInSqlite(connection, invitation),
    forget: (age, progress) => forgetInSqlite(connection, path, age, progress),
  };
}

/**
 * Opens one file for reading, such as a backup or a file that `restore` kept. It may be of an older version.
 * Throws when there is no such file, and when it is not a whole file of ours.
 */
export function openSqliteFile(path: string): SqliteDatabase {
  let connection: DatabaseSync | undefined;
  try {
    statSync(path);
    connection = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
    connection.exec('pragma trusted_schema = off');
    requireOurSchema(connection, path);
    requireWhole(connection);
  } catch (error) {
    connection?.close();
    throw explainSqliteError(error, path);
  }
  const refuse = () => Promise.reject(new Error(`${path} is open for reading only`));
  return { ...readersOf(connection, path), erase: refuse, invite: refuse, forget: refuse };
}
