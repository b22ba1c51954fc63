import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { addressHash } from '../hashes.ts';
import { createSql, inSqlite, type Sql } from '../sql.ts';
import { eraseEntry } from '../sqlite/erase.ts';
import { isDiskFull, isSqliteError, requireWhole } from '../sqlite/errors.ts';
import { explainSqliteError, foreignOwner } from '../sqlite/explain.ts';
import { openSignups, ownedPath, signupsPath, withoutTemporaryFiles } from '../sqlite/open.ts';
import { queueMail } from '../sqlite/queue-deliveries.ts';
import { requireOurSchema } from '../sqlite/schema.ts';
import { sweepWorkFolders } from '../sqlite/work-folder.ts';
import { StoreError } from '../store-error.ts';
import type { Database, Query } from './database.ts';

export interface SqliteDatabase extends Database {
  connection: DatabaseSync;
  sql: Sql;
}

/**
 * Throws when another user runs the server: SQLite creates files beside the database, and the server could not open files
 * of this user.
 */
export function requireOwner(directory: string): void {
  const path = ownedPath(directory);
  const problem = foreignOwner(path);
  if (!problem) return;
  throw new StoreError({ code: 'foreign_owner', path, problem, remedy: 'Run it as that user.' });
}

/**
 * Empties the write-ahead log, so that no deleted row remains in it. In the file itself, `secure_delete` overwrites
 * deleted rows. Throws when another process still reads an older state of the database.
 */
function emptyLog(connection: DatabaseSync): void {
  const done = connection.prepare('pragma wal_checkpoint(truncate)').get();
  if (done?.busy === 0) return;
  throw new StoreError({
    code: 'in_use',
    problem: 'the rows are erased, and another process still reads what was before',
    remedy: 'Run this again, so that no byte of them stays in the log.',
  });
}

/** Returns the database of an opened file. */
export function databaseOf(connection: DatabaseSync, path: string): SqliteDatabase {
  connection.function('address_hash', { deterministic: true }, (key, email) =>
    addressHash(String(key), String(email)),
  );
  const sql = createSql(connection);
  const explain = (error: unknown) =>
    isSqliteError(error) ? explainSqliteError(error, path) : error;
  const query: Query = async (statement, values = []) => {
    try {
      return sql.prepare(statement).all(...values);
    } catch (error) {
      throw explain(error);
    }
  };
  const transaction: Database['transaction'] = async (work) => {
    try {
      connection.exec('begin immediate');
      const result = await work(query);
      connection.exec('commit');
      return result;
    } catch (error) {
      // SQLite itself ends a transaction after some errors, such as a full disk.
      if (connection.isTransaction) connection.exec('rollback');
      throw explain(error);
    }
  };
  return {
    schema: '',
    hasOutbox: true,
    // Some 2 ms, for which the server’s sign-ups wait, because SQLite allows one writer at a time.
    batchSize: 50,
    connection,
    sql,
    time: (column) => column,
    day: (column) => column,
    addressHash: (key, email) => `address_hash(${key}, ${email})`,
    query,
    async *stream(statement, values = []) {
      try {
        yield* connection.prepare(inSqlite(statement)).iterate(...values);
      } catch (error) {
        throw explain(error);
      }
    },
    transaction,
    async queueMails(_query, emails, kind) {
      return emails.filter((email) => queueMail(sql, email, kind, new Date())).length;
    },
    erase: (emails, queuesEvents) =>
      transaction(async () =>
        emails.map((email) => eraseEntry(sql, email, new Date(), queuesEvents)),
      ),
    async sweep() {
      try {
        emptyLog(connection);
      } catch (error) {
        if (!isDiskFull(error)) throw explain(error);
        const problem = `the rows are erased, and their bytes still stand in ${path}-wal, because the disk is full`;
        const remedy = 'Free some space, and run this again.';
        throw new StoreError({ code: 'disk_full', path, problem, remedy }, error);
      }
    },
    explain,
    close: async () => connection.close(),
  };
}

/**
 * Opens the file of a data folder, which a server may have open, too. Removes what killed commands left in the folder.
 * Throws when there is no file.
 */
export function openSqliteDatabase(directory: string): SqliteDatabase {
  const path = signupsPath(directory);
  let connection: DatabaseSync | undefined;
  try {
    requireOwner(directory);
    connection = openSignups(directory, { create: false });
    sweepWorkFolders(dirname(path));
  } catch (error) {
    connection?.close();
    throw explainSqliteError(error, path);
  }
  return databaseOf(connection, path);
}

/**
 * Opens one file for reading, such as a backup or a file that `restore` replaced. Throws when there is no such file, and
 * when it is not a whole file of ours.
 */
export function openSqliteFile(path: string): SqliteDatabase {
  statSync(path);
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
    connection.exec('pragma trusted_schema = off');
    connection.exec(withoutTemporaryFiles);
    requireOurSchema(connection, path);
    requireWhole(connection);
  } catch (error) {
    connection?.close();
    throw explainSqliteError(error, path);
  }
  return databaseOf(connection, path);
}
