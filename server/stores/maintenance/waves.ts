import type { Database } from './database.ts';
import { conditionOf, type SignupFilter, timeParameter } from './filter.ts';

/** The people whom an invitation would choose: the first of the list who have no wave yet. */
const chosen = ({ schema }: Database, condition: string, first: number): string =>
  `select email from ${schema}signups where wave is null and ${condition}
   order by created_at, email limit ${first}`;

const countOf = async ({ query }: Database, statement: string, ...parameters: string[]) => {
  const [row] = await query(
    `select count(*) as people from (${statement}) as found`,
    ...parameters,
  );
  return Number(row?.people);
};

/** Counts the people of a wave. */
export const countWave = (database: Database, wave: string): Promise<number> =>
  countOf(database, `select email from ${database.schema}signups where wave = $1`, wave);

/** Counts the people whom {@link inviteFirst} would invite. Changes nothing. */
export function countChosen(database: Database, first: number, filter: SignupFilter) {
  const { condition, parameters } = conditionOf(database, filter);
  return countOf(database, chosen(database, condition, first), ...parameters);
}

/**
 * Gives the first people of the list who have no wave a wave, in one statement, unless the wave has people already: then
 * a run before has chosen them, and nobody is added. Two commands at once choose the same people, of whom each is marked
 * once. @returns the number of people who were marked.
 */
export async function inviteFirst(
  database: Database,
  wave: string,
  first: number,
  filter: SignupFilter,
  now = new Date(),
): Promise<number> {
  const given = [wave, now.toISOString()];
  const { condition, parameters } = conditionOf(database, filter, given);
  const table = `${database.schema}signups`;
  const rows = database.stream(
    `update ${table} set wave = $1, invited_at = ${timeParameter(database, 2)}
     where wave is null and email in (${chosen(database, condition, first)})
       and not exists (select 1 from ${table} as invited where invited.wave = $1)
     returning 1 as marked`,
    ...parameters,
  );
  // Counts the rows one by one, because a list of them takes much memory for a large wave.
  let marked = 0;
  for await (const _ of rows) marked += 1;
  return marked;
}
