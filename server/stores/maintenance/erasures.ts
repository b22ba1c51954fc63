import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { addressHash, after } from '../sqlite/erasure.ts';
import { inTransaction } from '../sqlite/open.ts';
import { change } from '../sqlite/write.ts';

/** Evidence that an address was erased, without the address itself. */
export interface Erasure {
  salt: string;
  /** SHA-256 of salt and address, hexadecimal. */
  address_hash: string;
  /** ISO 8601, UTC. */
  erased_at: string;
}

/** The columns of the SQLite file that hold an address, each with the column that dates a row. */
const allAddressColumns = [
  { table: 'signups', column: 'email', since: 'created_at' },
  { table: 'outbox', column: 'email', since: 'stored_at' },
  // The name in a file of release 0.2.0, such as one that `restore` kept.
  { table: 'outbox', column: 'email', since: 'kept_at' },
  { table: 'mails', column: 'email', since: 'requested_at' },
  { table: 'mails', column: 'replaces', since: 'requested_at' },
] as const;

/** Returns the columns of a file that hold an address. A file of an older version lacks some of them. */
export function addressColumns(connection: DatabaseSync) {
  const isThere = connection.prepare('select 1 from pragma_table_info(?) where name = ?');
  return allAddressColumns.filter(({ table, since }) => isThere.get(table, since));
}

const insertErasure = `insert into erasures (salt, address_hash, erased_at) values (?, ?, ?)
  on conflict do nothing`;

/**
 * Removes every row of an address, and adds evidence of the erasure when there was a row. Both happen in one
 * transaction, so that neither exists without the other. The erasure is dated after the rows, also when the clock was
 * set back since: a restore keeps rows that are newer than the erasure. @returns the number of removed rows.
 */
export const eraseAddress = (connection: DatabaseSync, email: string): number =>
  inTransaction(connection, () => {
    let rows = 0;
    let erasedAt = new Date();
    for (const { table, column, since } of addressColumns(connection)) {
      const select = `select max(${since}) as newest from ${table} where ${column} = ?`;
      erasedAt = after(connection.prepare(select).get(email)?.newest, erasedAt);
      rows += change(connection, `delete from ${table} where ${column} = ?`, email);
    }
    if (rows === 0) return 0;
    const salt = randomUUID();
    change(connection, insertErasure, salt, addressHash(salt, email), erasedAt.toISOString());
    return rows;
  });

/** Reads the evidence of all erasures in a file. */
export const readErasures = (connection: DatabaseSync): Erasure[] =>
  connection
    .prepare('select salt, address_hash, erased_at from erasures')
    .all() as unknown[] as Erasure[];

/**
 * Whether a row with `email` and `created_at` is older than one of these erasures of its address. Compares in
 * milliseconds, because PostgreSQL has finer times than SQLite.
 */
export function isErasedBy(erasures: readonly Erasure[], row: Record<string, unknown>): boolean {
  if (erasures.length === 0) return false;
  const [email, createdAt] = [String(row.email), Date.parse(String(row.created_at))];
  return erasures.some(
    ({ salt, address_hash, erased_at }) =>
      createdAt < Date.parse(erased_at) && addressHash(salt, email) === address_hash,
  );
}

/**
 * Adds evidence of erasures from another database. Runs in the caller's transaction.
 * @returns the erasures that the file did not have. Only these can concern rows of the file: erasures that the file
 * has were applied to it before.
 */
export const addErasures = (connection: DatabaseSync, erasures: Iterable<Erasure>): Erasure[] =>
  [...erasures].filter(
    ({ salt, address_hash, erased_at }) =>
      change(connection, insertErasure, salt, address_hash, erased_at) > 0,
  );

/**
 * Removes the rows that are older than the erasure of their address. Compares every erasure with every row, at about a
 * microsecond each. Runs in the caller's transaction. @returns the number of removed rows.
 */
export function removeErased(connection: DatabaseSync, erasures: readonly Erasure[]): number {
  let rows = 0;
  if (erasures.length === 0) return rows;
  for (const { table, column, since } of addressColumns(connection)) {
    const select = connection.prepare(
      `select ${column} as email, ${since} as created_at from ${table} where ${column} is not null`,
    );
    const erased: [email: string, createdAt: string][] = [];
    for (const row of select.iterate()) {
      if (isErasedBy(erasures, row)) erased.push([String(row.email), String(row.created_at)]);
    }
    const statement = `delete from ${table} where ${column} = ? and ${since} <= ?`;
    for (const row of erased) rows += change(connection, statement, ...row);
  }
  return rows;
}
