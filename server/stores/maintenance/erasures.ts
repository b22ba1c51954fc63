import { addressHash } from '../hashes.ts';
import { batchesOf, type Database, listOf, lookupSize, type Query, type Row } from './database.ts';

/** Returns the keys of the address hashes, the oldest first. The oldest key makes the hashes that a database writes. */
export async function keysOf(
  { schema }: Pick<Database, 'schema'>,
  query: Query,
): Promise<string[]> {
  const rows = await query(`select key from ${schema}address_keys order by created_at, key`);
  return rows.map(({ key }) => String(key));
}

/** Returns when an address was erased for the last time (ISO 8601, UTC); an empty text if it never was. */
export type ErasedAt = (email: string) => string;

/** Reads the erasures of some addresses, by every key of the database. */
export async function readErasures(
  { schema, time }: Pick<Database, 'schema' | 'time'>,
  query: Query,
  emails: readonly string[],
): Promise<ErasedAt> {
  const keys = await keysOf({ schema }, query);
  const newest = new Map<string, string>();
  const owners = new Map(
    emails.flatMap((email) => keys.map((key) => [addressHash(key, email), email] as const)),
  );
  const hashes = [...owners.keys()];
  if (hashes.length > 0) {
    const rows = await query(
      `select address_hash, ${time('erased_at')} as erased_at from ${schema}erasures
       where address_hash in ${listOf(hashes)}`,
      hashes,
    );
    for (const { address_hash, erased_at } of rows) {
      const email = owners.get(String(address_hash)) ?? '';
      const erasedAt = String(erased_at);
      if (erasedAt > (newest.get(email) ?? '')) newest.set(email, erasedAt);
    }
  }
  return (email) => newest.get(email) ?? '';
}

/** Returns the addresses of some rows, each once. */
export const emailsOf = (rows: readonly Row[]): string[] => [
  ...new Set(rows.flatMap(({ email }) => (email ? [String(email)] : []))),
];

/** Returns the rows that were not erased. A row without a date counts as older than every erasure. */
export async function withoutErased(target: Database, query: Query, rows: Row[]): Promise<Row[]> {
  const erasedAt = await readErasures(target, query, emailsOf(rows));
  return rows.filter(
    ({ email, created_at }) =>
      email === null || String(created_at ?? '') >= erasedAt(String(email)),
  );
}

/** Returns SQL that is true when a row was erased: a row is not brought back if it is older than the erasure of its address. */
const isErased = (
  { schema, addressHash: hashOf }: Database,
  table: string,
  dated: string,
): string =>
  `exists (select 1 from ${schema}address_keys join ${schema}erasures
     on erasures.address_hash = ${hashOf('address_keys.key', `${table}.email`)}
   where ${table}.${dated} < erasures.erased_at)`;

/** The tables whose rows have an address and a date. The row of a link goes with its sign-up, or by its own date. */
const datedTables = {
  signups: 'created_at',
  links: 'created_at',
  deliveries: 'created_at',
} as const;

/**
 * Removes every row that is older than the erasure of its address. Looks all rows up without a lock, in batches, because one
 * statement over a million addresses takes 300 MiB on SQLite. Then removes the erased rows in short transactions. @returns the number of removed sign-ups.
 */
export async function removeErased(database: Database): Promise<number> {
  const { schema, time, stream, query, transaction } = database;
  const [any] = await query(`select 1 as erasure from ${schema}erasures limit 1`);
  if (!any) return 0;
  let removed = 0;
  const outbox = database.hasOutbox ? { signup_outbox: 'stored_at' } : {};
  for (const [table, dated] of Object.entries({ ...datedTables, ...outbox })) {
    const condition = isErased(database, table, dated);
    const found: string[] = [];
    const rows = stream(
      `select email, ${time(dated)} as dated from ${schema}${table} where email is not null`,
    );
    for await (const batch of batchesOf(rows, lookupSize)) {
      const emails = [...new Set(batch.map(({ email }) => String(email)))];
      const erasedAt = await readErasures(database, query, emails);
      for (const { email, dated: since } of batch)
        if (String(since) < erasedAt(String(email))) found.push(String(email));
    }
    for await (const emails of batchesOf(found, lookupSize)) {
      const rowsOf = `${schema}${table} where email in ${listOf(emails)} and ${condition}`;
      const gone = await transaction((run) =>
        run(`delete from ${rowsOf} returning 1 as gone`, emails),
      );
      if (table === 'signups') removed += gone.length;
    }
  }
  return removed;
}
