import type { SQLTagStore } from 'node:sqlite';
import type { Erasure } from '../../../shared/entry/entry.ts';
import { addressHash, oldestKey } from '../hashes.ts';
import { queueEvent } from './queue-deliveries.ts';

/** Returns the time of an erasure: `now`, or a millisecond after the removed row if the clock was set back since. */
export const erasureTime = (createdAt: string, now: Date): string =>
  new Date(Math.max(now.getTime(), Date.parse(createdAt) + 1)).toISOString();

/**
 * Removes the entry of an address with its links, its deliveries and what waits in the outbox, and records the erasure.
 * Runs in the caller's transaction. `erase_entry` does the same in PostgreSQL.
 * @returns the erasure; null if there was no entry.
 */
export function eraseEntry(
  sql: SQLTagStore,
  email: string,
  now: Date,
  queuesEvents: boolean,
): Erasure | null {
  sql.run`delete from signup_outbox where email = ${email}`;
  const removed = sql.get`delete from signups where email = ${email} returning created_at`;
  if (!removed) return null;
  // Keeps the row of an event that a worker is sending, without the address, because the event of the removal must go out later.
  sql.run`update deliveries set email = null
    where email = ${email} and kind like 'signup.%' and sent_at is null and refused_at is null
      and tries > 0 and due_at > ${now.toISOString()}`;
  sql.run`delete from deliveries where email = ${email}`;
  const key = oldestKey(sql);
  const hash = addressHash(key, email);
  const recorded = sql.get`insert into erasures (address_hash, erased_at)
    values (${hash}, ${erasureTime(String(removed.created_at), now)})
    on conflict do update set erased_at = max(erased_at, excluded.erased_at)
    returning erased_at`;
  if (queuesEvents) queueEvent(sql, 'signup.removed', email, now);
  return { key, addressHash: hash, erasedAt: String(recorded?.erased_at) };
}
