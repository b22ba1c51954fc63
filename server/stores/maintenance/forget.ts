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
