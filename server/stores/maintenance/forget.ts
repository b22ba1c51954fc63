import type { Age, Database } from './database.ts';
import { conditionOf } from './filter.ts';

/** Returns the part of the filter that both databases share. */
export const filterOfAge = ({ before, notInvited }: Age) => ({
  before,
  ...(notInvited && { notInvited: true as const }),
});

/** Counts the sign-ups that {@link Database.forget} would erase. Changes nothing. */
export async function countForgettable(database: Database, age: Age): Promise<number> {
  const { condition, parameters } = conditionOf(database, filterOfAge(age));
  const [row] = await database.query(
    `select count(*) as signups from ${database.schema}signups where ${condition}`,
    ...parameters,
  );
  return Number(row?.signups);
}

/** Returns the addresses that have a sign-up from a day (YYYY-MM-DD, UTC) or later. */
export async function signedUpSince(
  { query, schema }: Database,
  day: string,
  emails: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const email of emails) {
    const statement = `select 1 from ${schema}signups where email = $1 and created_at >= $2`;
    const rows = await query(statement, email, `${day}T00:00:00.000Z`);
    if (rows.length > 0) found.push(email);
  }
  return found;
}
