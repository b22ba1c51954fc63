import type { Database, Invitation } from './database.ts';
import { conditionOf } from './filter.ts';

/** Returns SQL of the people whom an invitation chooses: the first of the list who have no wave yet. */
export const chosen = ({ schema }: Database, condition: string, first: number): string =>
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

/** Counts the people whom an invitation would mark. Changes nothing. */
export function countChosen(
  database: Database,
  { first, filter }: Pick<Invitation, 'first' | 'filter'>,
): Promise<number> {
  const { condition, parameters } = conditionOf(database, filter);
  return countOf(database, chosen(database, condition, first), ...parameters);
}
