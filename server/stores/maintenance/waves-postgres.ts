import type { Database, Invitation } from './database.ts';
import { conditionOf } from './filter.ts';
import { chosen } from './waves.ts';

/**
 * Marks the people of an invitation in one statement, so that a killed command has marked all of them or nobody. Only a
 * sign-up of an address that is being marked waits for the end of the statement.
 * @returns the number of people who were marked.
 */
export async function inviteInPostgres(
  database: Database,
  { wave, first, filter, invitedAt }: Invitation,
): Promise<number> {
  const { condition, parameters } = conditionOf(database, filter, [wave, invitedAt]);
  const rows = database.stream(
    `update deckwright.signups set wave = $1, invited_at = cast($2 as timestamptz)
     where wave is null and email in (${chosen(database, condition, first)})
       and not exists (select 1 from deckwright.signups as invited where invited.wave = $1)
     returning 1 as marked`,
    ...parameters,
  );
  // Counts the rows one by one, because a list of them takes much memory for a large wave.
  let marked = 0;
  for await (const _ of rows) marked += 1;
  return marked;
}
