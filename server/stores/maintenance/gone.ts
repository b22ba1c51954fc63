import { batchesOf, type Database, listOf, lookupSize } from './database.ts';
import { readErasures } from './erasures.ts';

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
 * Yields the given addresses that were erased since a day and are not on the list again, in their order. The database has
 * only a hash of an erased address, so it can recognize an address and cannot name one.
 */
export async function* findGone(
  database: Database,
  since: string,
  emails: AsyncIterable<string>,
): AsyncGenerator<{ email: string; erasedAt: string }> {
  const { query, schema } = database;
  for await (const batch of batchesOf(emails, lookupSize)) {
    const erasedAt = await readErasures(database, query, batch);
    const statement = `select email from ${schema}signups where email in ${listOf(batch)}`;
    const onList = new Set((await query(statement, batch)).map(({ email }) => email));
    for (const email of new Set(batch)) {
      const isGone = erasedAt(email) >= since && !onList.has(email);
      if (isGone) yield { email, erasedAt: erasedAt(email) };
    }
  }
}
