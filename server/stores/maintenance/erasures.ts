import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  addressHash,
  after,
  earliestErasure,
  insertEvidence,
  runOf,
  saltInRun,
} from '../sqlite/erasure.ts';
import { inTransaction } from '../sqlite/open.ts';
import type { Database } from './database.ts';

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

/**
 * Returns a function that removes every row of an address, and adds evidence of the erasure, also when there was no row:
 * a backup or another database may have one. The function runs in the caller's transaction. The erasure is dated after
 * the rows, also when the clock was set back since: a restore keeps rows that are newer than the erasure. The function
 * returns the number of removed rows.
 */
export function createEraser(connection: DatabaseSync): (email: string, salt: string) => number {
  const places = addressColumns(connection).map(({ table, column, since }) => ({
    newest: connection.prepare(`select max(${since}) as newest from ${table} where ${column} = ?`),
    remove: connection.prepare(`delete from ${table} where ${column} = ?`),
  }));
  const insert = connection.prepare(insertEvidence);
  return (email, salt) => {
    let rows = 0;
    let erasedAt = new Date();
    for (const { newest, remove } of places) {
      erasedAt = after(newest.get(email)?.newest, erasedAt);
      rows += Number(remove.run(email).changes);
    }
    insert.run(salt, addressHash(salt, email), erasedAt.toISOString());
    return rows;
  };
}

/** Removes every row of an address in a transaction, and adds evidence. @returns the number of removed rows. */
export const eraseAddress = (connection: DatabaseSync, email: string): number =>
  inTransaction(connection, () => createEraser(connection)(email, randomUUID()));

/** Does what {@link Database.findEarliestErasure} says. A file of an older version has remembered no time. */
export function findEarliestErasure(connection: DatabaseSync): string | null {
  const newest = addressColumns(connection).map(({ table, since }) =>
    connection.prepare(`select max(${since}) as newest from ${table}`).get(),
  );
  const times = newest.flatMap((row) =>
    row?.newest ? after(row.newest, new Date(0)).toISOString() : [],
  );
  const lost = connection.prepare('select value from internals where name = ?');
  const time = lost.get(earliestErasure)?.value;
  return [...times, ...(time ? [String(time)] : [])].toSorted().at(-1) ?? null;
}

/** Dates every further erasure at this time or later. A later time that the file has stays. */
export function dateErasuresFrom(connection: DatabaseSync, time: string | null): void {
  if (time === null) return;
  const statement = `insert into internals (name, value) values (?, ?)
    on conflict do update set value = max(value, excluded.value)`;
  connection.prepare(statement).run(earliestErasure, time);
}

/** Reads the evidence of all erasures in a file, one after the other: a run of `signups forget` may leave a million. */
export const readErasures = (connection: DatabaseSync): Iterable<Erasure> =>
  connection
    .prepare('select salt, address_hash, erased_at from erasures')
    .iterate() as Iterable<unknown> as Iterable<Erasure>;

/** Evidence without the erasures of the runs of `signups forget`, which are looked up by their salts. */
interface Evidence {
  /** All erasures, those of the runs included. */
  count: number;
  singles: Erasure[];
  runs: Set<string>;
}

function evidenceOf(erasures: Iterable<Erasure>): Evidence {
  const evidence: Evidence = { count: 0, singles: [], runs: new Set() };
  for (const erasure of erasures) {
    const run = runOf(erasure.salt);
    if (run === null) evidence.singles.push(erasure);
    else evidence.runs.add(run);
    evidence.count += 1;
  }
  return evidence;
}

/** Returns whether a row is older than an erasure of its address. `createdAt` is a time in any text that Date reads. */
export type ErasedBy = (email: unknown, createdAt: unknown) => boolean;

/**
 * Returns the function that says whether a row is older than one of these erasures of its address. Compares every single
 * erasure with the row, at about a microsecond each. Looks up one erasure in each run of `signups forget`, however large the
 * run is. Compares in milliseconds, because PostgreSQL has finer times than SQLite.
 * @param findTime returns the time of the erasure with a salt; undefined when there is none.
 */
function createErasedBy(
  { singles, runs }: Evidence,
  findTime: (salt: string) => string | undefined,
): ErasedBy {
  return (email, createdAt) => {
    const [address, created] = [String(email), Date.parse(String(createdAt))];
    // A comparison with NaN is false.
    const isInRun = (run: string) =>
      created < Date.parse(findTime(saltInRun(run, address)) ?? 'never');
    return (
      singles.some(
        ({ salt, address_hash, erased_at }) =>
          created < Date.parse(erased_at) && addressHash(salt, address) === address_hash,
      ) || [...runs].some(isInRun)
    );
  };
}

/** Returns the function that says whether a row is older than one of these erasures of its address. Holds all erasures in memory. */
export function erasedBy(erasures: readonly Erasure[]): ErasedBy {
  const timesBySalt = new Map(erasures.map(({ salt, erased_at }) => [salt, erased_at]));
  return createErasedBy(evidenceOf(erasures), (salt) => timesBySalt.get(salt));
}

/**
 * Adds evidence of erasures from another database. Runs in the caller's transaction.
 * @returns the evidence that the file did not have. Only this can concern rows of the file: erasures that the file has
 * were applied to it before.
 */
function addErasures(connection: DatabaseSync, erasures: Iterable<Erasure>): Evidence {
  const insert = connection.prepare(
    'insert into erasures (salt, address_hash, erased_at) values (?, ?, ?) on conflict do nothing',
  );
  function* added() {
    for (const erasure of erasures) {
      const { salt, address_hash, erased_at } = erasure;
      if (Number(insert.run(salt, address_hash, erased_at).changes) > 0) yield erasure;
    }
  }
  return evidenceOf(added());
}

/**
 * Removes the rows that are older than the erasure of their address. The file has all of the evidence already.
 * {@link createErasedBy} says what that costs. Runs in the caller's transaction. @returns the number of removed rows.
 */
function removeByEvidence(connection: DatabaseSync, evidence: Evidence): number {
  let rows = 0;
  if (evidence.count === 0) return rows;
  const find = connection.prepare('select erased_at from erasures where salt = ?');
  const isErased = createErasedBy(
    evidence,
    (salt) => find.get(salt)?.erased_at as string | undefined,
  );
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

/** Removes the rows that are older than one of these erasures, of which the file has the evidence. */
export const removeErased = (connection: DatabaseSync, erasures: Iterable<Erasure>): number =>
  removeByEvidence(connection, evidenceOf(erasures));

/**
 * Adds evidence of erasures from another database, and removes the rows that are older than their erasure. Runs in the
 * caller's transaction.
 * @returns the number of erasures that the file did not have, and the number of removed rows.
 */
export function applyErasures(connection: DatabaseSync, erasures: Iterable<Erasure>) {
  const added = addErasures(connection, erasures);
  return { added: added.count, erased: removeByEvidence(connection, added) };
}
