import { addressHash } from '../hashes.ts';
import { batchesOf, type Database, listOf } from './database.ts';
import { keysOf } from './erasures.ts';

/** Addresses in one look-up. */
const batchSize = 500;

/** Counts the erasures since a day (YYYY-MM-DD, UTC), by day. */
export async function countGone({ query, schema, time }: Database, since: string) {
  const rows = await query(
    `select substr(${time('erased_at')}, 1, 10) as day, count(*) as people
     from ${schema}erasures where erased_at >= $1 group by 1 order by 1`,
    [`${since}T00:00:00.000Z`],
  );
  return rows.map(({ day, people }) => ({ day: String(day), people: Number(people) }));
}

/**
 * Yields the given addresses that were erased since a day and are not on the list again. The database has only a hash of
 * an erased address, so it can recognize an address and cannot name one.
 */
export async function* findGone(
  database: Database,
  since: string,
  emails: AsyncIterable<string>,
): AsyncGenerator<{ email: string; erasedAt: string }> {
  const { query, schema, time } = database;
  const keys = await keysOf(database, query);
  for await (const batch of batchesOf(emails, batchSize)) {
    const owners = new Map(
      batch.flatMap((email) => keys.map((key) => [addressHash(key, email), email] as const)),
    );
    const hashes = [...owners.keys()];
    const here = await query(
      `select email from ${schema}signups where email in ${listOf(batch)}`,
      batch,
    );
    const onList = new Set(here.map(({ email }) => email));
    const erased = await query(
      `select address_hash, ${time('erased_at')} as erased_at from ${schema}erasures
       where erased_at >= $1 and address_hash in ${listOf(hashes, 1)} order by erased_at`,
      [`${since}T00:00:00.000Z`, ...hashes],
    );
    for (const { address_hash, erased_at } of erased) {
      const email = owners.get(String(address_hash)) ?? '';
      if (!onList.has(email)) yield { email, erasedAt: String(erased_at) };
    }
  }
}
