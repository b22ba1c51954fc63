import { hash, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
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

/** The tables of the SQLite file that hold an address in `email`, each with the column that dates a row. */
export const addressTables = [
  { table: 'signups', since: 'created_at' },
  { table: 'outbox', since: 'kept_at' },
] as const;

const addressHash = (salt: string, email: string): string => hash('sha256', salt + email);

const insertErasure = `insert into erasures (salt, address_hash, erased_at) values (?, ?, ?)
  on conflict do nothing`;

/**
 * Removes every row of an address, and adds evidence of the erasure when there was a row. Both happen in one
 * transaction, so that neither exists without the other. @returns the number of removed rows.
 */
export const eraseAddress = (connection: DatabaseSync, email: string): number =>
  inTransaction(connection, () => {
    let rows = 0;
    for (const { table } of addressTables) {
      rows += change(connection, `delete from ${table} where email = ?`, email);
    }
    if (rows === 0) return 0;
    const salt = randomUUID();
    change(connection, insertErasure, salt, addressHash(salt, email), new Date().toISOString());
    return rows;
  });

/** Reads the evidence of all erasures in a file. */
export const readErasures = (connection: DatabaseSync): Erasure[] =>
  connection
    .prepare('select salt, address_hash, erased_at from erasures')
    .all() as unknown[] as Erasure[];

/**
 * Adds evidence of erasures from another database, and removes the rows that are older than their erasure. Evidence
 * that the file has already was applied to it before, and costs nothing: every other erasure is compared with every
 * row, at about a microsecond each. Runs in the caller's transaction.
 * @returns the erasures that were new, and how many rows they removed.
 */
export function applyErasures(connection: DatabaseSync, erasures: Iterable<Erasure>) {
  const added: Erasure[] = [];
  for (const erasure of erasures) {
    const { salt, address_hash, erased_at } = erasure;
    if (change(connection, insertErasure, salt, address_hash, erased_at) > 0) added.push(erasure);
  }
  let rows = 0;
  if (added.length === 0) return { added, rows };
  for (const { table, since } of addressTables) {
    const erased: [email: string, erasedAt: string][] = [];
    for (const row of connection
      .prepare(`select email, ${since} as since from ${table}`)
      .iterate()) {
      const [email, rowSince] = [String(row.email), String(row.since)];
      const match = added.find(
        ({ salt, address_hash, erased_at }) =>
          rowSince < erased_at && addressHash(salt, email) === address_hash,
      );
      if (match) erased.push([email, match.erased_at]);
    }
    for (const [email, erasedAt] of erased) {
      const statement = `delete from ${table} where email = ? and ${since} < ?`;
      rows += change(connection, statement, email, erasedAt);
    }
  }
  return { added, rows };
}
