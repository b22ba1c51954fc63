import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { addressHash, after, runOf, saltInRun } from '../sqlite/erasure.ts';
import { inTransaction } from '../sqlite/open.ts';

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
 * Returns a function that removes every row of an address, and adds evidence of the erasure when there was a row. It runs
 * in the caller's transaction, so that neither exists without the other. The erasure is dated after the rows, also when
 * the clock was set back since: a restore keeps rows that are newer than the erasure. The function returns the number of
 * removed rows.
 */
export function createEraser(connection: DatabaseSync): (email: string, salt: string) => number {
  const places = addressColumns(connection).map(({ table, column, since }) => ({
    newest: connection.prepare(`select max(${since}) as newest from ${table} where ${column} = ?`),
    remove: connection.prepare(`delete from ${table} where ${column} = ?`),
  }));
  const insert = connection.prepare(insertErasure);
  return (email, salt) => {
    let rows = 0;
    let erasedAt = new Date();
    for (const { newest, remove } of places) {
      erasedAt = after(newest.get(email)?.newest, erasedAt);
      rows += Number(remove.run(email).changes);
    }
    if (rows > 0) insert.run(salt, addressHash(salt, email), erasedAt.toISOString());
    return rows;
  };
}

/** Removes every row of an address in a transaction, and adds evidence. @returns the number of removed rows. */
export const eraseAddress = (connection: DatabaseSync, email: string): number =>
  inTransaction(connection, () => createEraser(connection)(email, randomUUID()));

/** Reads the evidence of all erasures in a file. */
export const readErasures = (connection: DatabaseSync): Erasure[] =>
  connection
    .prepare('select salt, address_hash, erased_at from erasures')
    .all() as unknown[] as Erasure[];

/** Says whether a row is older than an erasure of its address. `createdAt` is a time in any text that Date reads. */
export type ErasedBy = (email: unknown, createdAt: unknown) => boolean;

/**
 * Returns what says whether a row is older than one of these erasures of its address. Compares every single erasure with
 * the row, at about a microsecond each; of a run of `signups forget`, however large, only the erasure of the address.
 * Compares in milliseconds, because PostgreSQL has finer times than SQLite.
 */
export function erasedBy(erasures: readonly Erasure[]): ErasedBy {
  const singles: Erasure[] = [];
  const runs = new Set<string>();
  const timesBySalt = new Map<string, number>();
  for (const erasure of erasures) {
    const run = runOf(erasure.salt);
    if (run === null) singles.push(erasure);
    else {
      runs.add(run);
      timesBySalt.set(erasure.salt, Date.parse(erasure.erased_at));
    }
  }
  return (email, createdAt) => {
    if (erasures.length === 0) return false;
    const [address, created] = [String(email), Date.parse(String(createdAt))];
    const isInRun = (run: string) => created < (timesBySalt.get(saltInRun(run, address)) ?? -1);
    return (
      singles.some(
        ({ salt, address_hash, erased_at }) =>
          created < Date.parse(erased_at) && addressHash(salt, address) === address_hash,
      ) || [...runs].some(isInRun)
    );
  };
}

/**
 * Adds evidence of erasures from another database. Runs in the caller's transaction.
 * @returns the erasures that the file did not have. Only these can concern rows of the file: erasures that the file
 * has were applied to it before.
 */
export const addErasures = (connection: DatabaseSync, erasures: Iterable<Erasure>): Erasure[] => {
  const insert = connection.prepare(insertErasure);
  return [...erasures].filter(
    ({ salt, address_hash, erased_at }) =>
      Number(insert.run(salt, address_hash, erased_at).changes) > 0,
  );
};

/**
 * Removes the rows that are older than the erasure of their address. {@link erasedBy} says what that costs. Runs in the
 * caller's transaction. @returns the number of removed rows.
 */
export function removeErased(connection: DatabaseSync, erasures: readonly Erasure[]): number {
  let rows = 0;
  if (erasures.length === 0) return rows;
  const isErased = erasedBy(erasures);
  for (const { table, column, since } of addressColumns(connection)) {
    const select = connection.prepare(
      `select ${column} as email, ${since} as created_at from ${table} where ${column} is not null`,
    );
    const erased: [email: string, createdAt: string][] = [];
    for (const { email, created_at } of select.iterate()) {
      if (isErased(email, created_at)) erased.push([String(email), String(created_at)]);
    }
    const remove = connection.prepare(`delete from ${table} where ${column} = ? and ${since} <= ?`);
    for (const row of erased) rows += Number(remove.run(...row).changes);
  }
  return rows;
}
