import { createHash, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { explainSqliteError } from '../sqlite/errors.ts';
import { openSignups, signupsPath } from '../sqlite/open.ts';
import { inTransaction } from '../sqlite/transaction.ts';
import type { Database } from './database.ts';

/** A database in a file of this machine. */
export interface SqliteDatabase extends Database {
  path: string;
  connection: DatabaseSync;
}

/**
 * Throws where another user has the folder: files that SQLite makes beside its own would then be closed to the
 * server.
 */
export function requireOwner(directory: string): void {
  const folder = resolve(directory);
  const uid = statSync(folder, { throwIfNoEntry: false })?.uid;
  const user = process.getuid?.();
  if (uid === undefined || user === undefined || uid === user) return;
  throw new Error(
    `${folder} belongs to user ${uid}, and this is user ${user}: run it as that user, \`sudo -u '#${uid}' …\``,
  );
}

/** Opens the file of a data folder, which a server may have open, too. Throws where there is none. */
export function openSqliteDatabase(directory: string): SqliteDatabase {
  requireOwner(directory);
  const connection = openSignups(directory, { create: false });
  const path = signupsPath(directory);
  const query: Database['query'] = async (statement, ...parameters) => {
    try {
      const named = parameters.map((value, index) => [`$${index + 1}`, value]);
      return connection.prepare(statement).all(Object.fromEntries(named));
    } catch (error) {
      throw explainSqliteError(error, path);
    }
  };
  return {
    schema: '',
    path,
    connection,
    time: (column) => column,
    query,
    async *stream(statement) {
      yield* connection.prepare(statement).iterate();
    },
    erase: async (email) => eraseFrom(connection, email),
    close: async () => connection.close(),
  };
}

/** In one transaction, so that there is no row without evidence and no evidence without a row. */
function eraseFrom(connection: DatabaseSync, email: string): number {
  const erased = inTransaction(connection, () => {
    const removed = ['signups', 'outbox'].map((table) =>
      Number(connection.prepare(`delete from ${table} where email = ?`).run(email).changes),
    );
    const rows = removed.reduce((sum, changes) => sum + changes, 0);
    if (rows > 0) addEvidence(connection, email);
    return rows;
  });
  sweep(connection);
  return erased;
}

function addEvidence(connection: DatabaseSync, email: string): void {
  const salt = randomUUID();
  const hash = createHash('sha256')
    .update(salt + email)
    .digest('hex');
  connection
    .prepare('insert into erasures (salt, address_hash, erased_at) values (?, ?, ?)')
    .run(salt, hash, new Date().toISOString());
}

/**
 * Empties the write-ahead log. What was deleted is overwritten in the file itself (`secure_delete`).
 * Throws where a reader holds on to the log.
 */
export function sweep(connection: DatabaseSync): void {
  const done = connection.prepare('pragma wal_checkpoint(truncate)').get();
  if (done?.busy === 0) return;
  throw new Error(
    'the row is gone, and another process still reads what was before it: run this again to sweep the log',
  );
}
