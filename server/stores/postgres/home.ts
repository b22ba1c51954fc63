import { heldSeconds } from '../delivery-queue.ts';
import type { Pool } from './pool.ts';

/** The row of `internals` that says where the sign-ups lie. */
const name = 'home';

/**
 * SQL that returns the place of the row that this transaction writes. A dump carries the value of the row, and a restore
 * writes the row in another transaction and the sign-ups into another table. Every role may read both numbers, also where a
 * provider forbids the functions that name the server.
 */
const here = `pg_current_xact_id()::xid || '/' || 'deckwright.signups'::regclass::oid`;
/** SQL that returns the place of a row of `internals`. */
const found = `xmin || '/' || 'deckwright.signups'::regclass::oid`;

/**
 * Returns whether the database lies in another place than at the last start, because a dump was restored. Mails that wait
 * are then held for an hour, so that `signups move` from the earlier database can say which of them have gone out. Of
 * several replicas that start at once, one gets true.
 */
export const hasNewHome = ({ transaction }: Pick<Pool, 'transaction'>): Promise<boolean> =>
  transaction(async (query) => {
    await query(
      `insert into deckwright.internals (name, value) values ($1, ${here})
        on conflict (name) do nothing`,
      [name],
    );
    const changed = await query(
      `update deckwright.internals set value = ${here}
        where name = $1 and value <> ${found} returning name`,
      [name],
    );
    if (changed.length === 0) return false;
    await query(`update deckwright.deliveries set due_at = now() + interval '${heldSeconds} seconds'
      where sent_at is null and refused_at is null and due_at < now() + interval '${heldSeconds} seconds'
        and kind not like 'signup.%'`);
    return true;
  });
