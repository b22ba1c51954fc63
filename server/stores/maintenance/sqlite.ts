import { hash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { explainSqliteError, foreignOwner } from '../sqlite/errors.ts';
import { inTransaction, openSignups, signupsPath } from '../sqlite/open.ts';
import { change, emptyLog } from '../sqlite/write.ts';
import type { Database } from './database.ts';

export interface SqliteDatabase extends Database {
  connection: DatabaseSync;
}

/**
 * Throws where another user has the folder: files that SQLite makes beside its own would then be closed to the
 * server.
 */
export function requireOwner(directory: string): void {
  const foreign = foreignOwner(resolve(directory));
  if (foreign) throw new Error(`${foreign}: run it as that user`);
}

/** Opens the file of a data folder, which a server may have open, too. Throws where there is none. */
export function openSqliteDatabase(directory: string): SqliteDatabase {
  requireOwner(directory);
  const connection = openSignups(directory, { create: false });
  const path = signupsPath(directory);
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
    erase: async (email) => eraseFrom(connection, email) + eraseFromKept(path, email),
    close: async () => connection.close(),
  };
}

/** In one transaction, so that there is no row without evidence and no evidence without a row. */
function eraseFrom(connection: DatabaseSync, email: string): number {
  const erased = inTransaction(connection, () => {
    const rows =
      change(connection, 'delete from signups where email = ?', email) +
      change(connection, 'delete from outbox where email = ?', email);
    if (rows === 0) return 0;
    const salt = randomUUID();
    const evidence = hash('sha256', salt + email);
    const insert = 'insert into erasures (salt, address_hash, erased_at) values (?, ?, ?)';
    change(connection, insert, salt, evidence, new Date().toISOString());
    return rows;
  });
  emptyLog(connection);
  return erased;
}

/** Where `restore` keeps the file that it replaces. */
export const keptPath = (path: string): string =>
  `${path}.${new Date().toISOString().replaceAll(':', '-')}`;

const isKept = (name: string, path: string): boolean =>
  name.startsWith(`${basename(path)}.`) && name.endsWith('Z');

/** Erases from the files that `restore` has kept beside the sign-ups. Throws where one of them cannot be read. */
function eraseFromKept(path: string, email: string): number {
  let erased = 0;
  for (const name of readdirSync(dirname(path))) {
    if (!isKept(name, path)) continue;
    const kept = new DatabaseSync(join(dirname(path), name));
    try {
      kept.exec('pragma secure_delete = on');
      erased += eraseFrom(kept, email);
    } catch {
      throw new Error(
        `the sign-ups hold the address no more, but ${name}, which a restore kept and nobody can read, may: remove that file`,
      );
    } finally {
      kept.close();
    }
  }
  return erased;
}
