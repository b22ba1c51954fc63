import type { Query } from '../records/owner.ts';
import { hasTable } from './state.ts';

/**
 * In one statement, so that a sign-up waits or is refused, whenever the power fails. An address waits once:
 * of two refused ones the first is sent, and none where the address waits already.
 */
const retryStatement = `with refused as (
    select id, email from deckwright.outbox
    where refused_at is not null and ($1::text is null or email = $1::text)
  ), chosen as (
    select min(id) as id from refused
    where email not in (select email from deckwright.outbox where refused_at is null)
    group by email
  ), again as (
    update deckwright.outbox set refused_at = null, refused_as = null, tries = 0
    where id in (select id from chosen)
  ), doubles as (
    delete from deckwright.outbox
    where id in (select id from refused) and id not in (select id from chosen)
  )
  select count(*)::integer as retried from refused`;

/**
 * Lets what the function refused wait again, all of it or one address’s (null: all).
 * @returns how many refused ones there were; none is afterwards.
 */
export async function retryRefused(query: Query, email: string | null): Promise<number> {
  if (!(await hasTable(query))) return 0;
  const [row] = await query(retryStatement, [email]);
  return Number(row?.retried);
}
