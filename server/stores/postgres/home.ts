import { heldSeconds } from '../delivery-queue.ts';
import type { Pool } from './pool.ts';

/** The row of `internals` with the server and the table that the sign-ups lie in. A dump carries the row. */
const name = 'home';

/**
 * Returns whether the database lies in another place than at the last start: a dump was restored, or the server was
 * replaced. Mails that wait are then held for an hour, so that `signups move` from the earlier database can say which of
 * them have gone out. Of several replicas that start at once, one gets true.
 */
export const hasNewHome = ({ transaction }: Pick<Pool, 'transaction'>): Promise<boolean> =>
  transaction(async (query) => {
    const [place] =
      await query(`select system_identifier || '/' || 'deckwright.signups'::regclass::oid as home
      from pg_control_system()`);
    const home = String(place?.home);
    await query(
      'insert into deckwright.internals (name, value) values ($1, $2) on conflict (name) do nothing',
      [name, home],
    );
    const changed = await query(
      'update deckwright.internals set value = $2 where name = $1 and value <> $2 returning name',
      [name, home],
    );
    if (changed.length === 0) return false;
    await query(`update deckwright.deliveries set due_at = now() + interval '${heldSeconds} seconds'
      where sent_at is null and refused_at is null and due_at < now() + interval '${heldSeconds} seconds'
        and kind not like 'signup.%'`);
    return true;
  });
