import type { Erased } from '../../../shared/entry/entry.ts';
import { addressHash, oldestKey } from '../hashes.ts';
import type { Sql } from '../sql.ts';
import { queueEvent } from './queue-deliveries.ts';

/** Returns the time of an erasure: `now`, or a millisecond after the newest removed row if the clock was set back since. */
const erasureTime = (rows: readonly { dated?: unknown }[], now: Date): string =>
  new Date(
    Math.max(now.getTime(), ...rows.map(({ dated }) => Date.parse(String(dated)) + 1)),
  ).toISOString();

/**
 * Removes the entry of an address with its links, its deliveries and what waits in the outbox. Records the erasure also
 * when there was nothing, because a backup or another database may have the address. Runs in the caller's transaction.
 * `erase_entry` does the same in PostgreSQL.
 */
export function eraseEntry(sql: Sql, email: string, now: Date, queuesEvents: boolean): Erased {
  const entry = sql.all`delete from signups where email = ${email} returning created_at as dated`;
  const waiting = sql.all`delete from signup_outbox where email = ${email} returning stored_at as dated`;
  // Keeps the row of an event that a worker is sending, without the address, because the event of the removal must go out later.
  sql.run`update deliveries set email = null
    where email = ${email} and kind like 'signup.%' and sent_at is null and refused_at is null
      and tries > 0 and due_at > ${now.toISOString()}`;
  const deliveries = sql.all`delete from deliveries where email = ${email} returning created_at as dated`;
  const removed = [...entry, ...waiting, ...deliveries];
  const key = oldestKey(sql);
  const hash = addressHash(key, email);
  const recorded = sql.get`insert into erasures (address_hash, erased_at)
    values (${hash}, ${erasureTime(removed, now)})
    on conflict do update set erased_at = max(erased_at, excluded.erased_at)
    returning erased_at`;
  if (queuesEvents && removed.length > 0) queueEvent(sql, 'signup.removed', email, now);
  return {
    key,
    addressHash: hash,
    erasedAt: String(recorded?.erased_at),
    rows: removed.length,
  };
}
