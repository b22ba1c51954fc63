import { mailLimitDays, mailsPerAddress } from '../../../shared/entry/entry.ts';
import type { LinkKind } from '../../../shared/entry/link.ts';
import type { EventKind } from '../delivery-queue.ts';
import { addressHashes } from '../hashes.ts';
import type { Sql } from '../sql.ts';

const dayMs = 24 * 60 * 60 * 1000;
const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Returns how many mails an address has got within the days of the limit, entries that were removed included. */
function countMails(sql: Sql, hashes: readonly string[], now: Date): number {
  const first = dayOf(new Date(now.getTime() - mailLimitDays * dayMs));
  const row = sql.get`select coalesce(sum(sent), 0) as mails from mail_counts
    where address_hash in (select value from json_each(${JSON.stringify(hashes)}))
      and day >= ${first}`;
  return Number(row?.mails);
}

/** Returns whether mails to an address bounced or led to a complaint. */
const hasBounced = (sql: Sql, hashes: readonly string[]): boolean =>
  sql.get`select 1 from stops
    where address_hash in (select value from json_each(${JSON.stringify(hashes)}))
      and because <> 'unsubscribed'` !== undefined;

/** Returns whether a mail to an address waits. */
const hasWaitingMail = (sql: Sql, email: string): boolean =>
  sql.get`select 1 from deliveries
    where email = ${email} and kind in ('confirm', 'entry', 'reminder')
      and sent_at is null and refused_at is null` !== undefined;

/**
 * Queues a mail to the address of an entry. Queues none while an earlier mail to the address waits, and none when mails
 * to it bounced or led to a complaint. An address gets {@link mailsPerAddress} mails in {@link mailLimitDays} days at
 * most. Runs in the caller's transaction. `queue_mail` does the same in PostgreSQL.
 * @returns whether the mail was queued.
 */
export function queueMail(sql: Sql, email: string, kind: LinkKind, now: Date): boolean {
  const hashes = addressHashes(sql, email);
  if (countMails(sql, hashes, now) >= mailsPerAddress) return false;
  if (hasBounced(sql, hashes) || hasWaitingMail(sql, email)) return false;
  const [addressHash] = hashes;
  const time = now.toISOString();
  sql.run`insert into mail_counts (address_hash, day, sent) values (${addressHash}, ${dayOf(now)}, 1)
    on conflict do update set sent = sent + 1`;
  sql.run`insert into deliveries (kind, email, address_hash, created_at, due_at)
    values (${kind}, ${email}, ${addressHash}, ${time}, ${time})`;
  return true;
}

/**
 * Queues an event about an entry for another system. The event of a removal does not hold the address. Runs in the
 * caller's transaction. `queue_event` does the same in PostgreSQL.
 */
export function queueEvent(sql: Sql, kind: EventKind, email: string, now: Date): void {
  const [addressHash] = addressHashes(sql, email);
  const time = now.toISOString();
  const address = kind === 'signup.removed' ? null : email;
  sql.run`insert into deliveries (kind, email, address_hash, created_at, due_at)
    values (${kind}, ${address}, ${addressHash}, ${time}, ${time})`;
}
