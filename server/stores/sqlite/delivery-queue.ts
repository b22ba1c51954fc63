import { type Erasure, mailLimitDays } from '../../../shared/entry/entry.ts';
import {
  type DeliveryQueue,
  keptDays,
  type LaneCounts,
  leaseSeconds,
  type Sweep,
  sweptRows,
  takenEventSchema,
  takenMailSchema,
  type UnconfirmedSweep,
} from '../delivery-queue.ts';
import { addressHashes } from '../hashes.ts';
import type { Sql } from '../sql.ts';
import { eraseEntry } from './erase.ts';
import type { SqliteFile } from './file.ts';

const secondsAfter = (now: Date, seconds: number): string =>
  new Date(now.getTime() + seconds * 1000).toISOString();
const daysBefore = (now: Date, days: number): string => secondsAfter(now, -days * 24 * 60 * 60);

/** Hides a delivery from other workers for some seconds, and returns it. */
const lease = (sql: Sql, id: unknown, now: Date, seconds: number) =>
  sql.get`update deliveries set
      tries = tries + 1,
      attempted_at = ${now.toISOString()},
      due_at = ${secondsAfter(now, seconds)}
    where id = ${Number(id)}
    returning cast(id as text) as id, kind, email, address_hash as addressHash, tries,
      created_at as createdAt`;

function takeMail(sql: Sql, now: Date, perMinute: number) {
  const next = sql.get`select id from deliveries
    where sent_at is null and refused_at is null and due_at <= ${now.toISOString()}
      and kind not like 'signup.%' and (
        select count(*) from deliveries
        where attempted_at > ${secondsAfter(now, -60)} and kind not like 'signup.%'
      ) < ${perMinute}
    order by due_at, id limit 1`;
  return next ? takenMailSchema.parse(lease(sql, next.id, now, leaseSeconds.mail)) : null;
}

function takeEvent(sql: Sql, now: Date) {
  const next = sql.get`select id from deliveries as candidate
    where sent_at is null and refused_at is null and due_at <= ${now.toISOString()}
      and kind like 'signup.%' and not exists (
        select 1 from deliveries as earlier
        where earlier.address_hash = candidate.address_hash and earlier.id < candidate.id
          and earlier.sent_at is null and earlier.refused_at is null
          and earlier.kind like 'signup.%'
      )
    order by due_at, id limit 1`;
  return next ? takenEventSchema.parse(lease(sql, next.id, now, leaseSeconds.event)) : null;
}

/** Returns whether mails to an address were stopped. */
const isStopped = (sql: Sql, email: string): boolean =>
  sql.get`select 1 from stops where address_hash in
    (select value from json_each(${JSON.stringify(addressHashes(sql, email))}))` !== undefined;

function countLane(sql: Sql, isEvent: boolean, now: Date): LaneCounts {
  const row = sql.get`select
      count(*) filter (where sent_at is null and refused_at is null) as waiting,
      min(created_at) filter (where sent_at is null and refused_at is null) as oldest,
      count(refused_at) as refused,
      count(refusal) filter (where sent_at is null and refused_at is null) as held
    from deliveries where (kind like 'signup.%') = ${Number(isEvent)}`;
  const waited = row?.oldest ? now.getTime() - Date.parse(String(row.oldest)) : 0;
  return {
    waiting: Number(row?.waiting),
    oldestSeconds: Math.max(0, Math.round(waited / 1000)),
    refused: Number(row?.refused),
    held: Number(row?.held),
  };
}

/** Returns whether an entry is unconfirmed, and every mail that asks for it is older than a time. */
const isUnconfirmed = (sql: Sql, email: string, limit: string): boolean =>
  sql.get`select 1 from signups
    where email = ${email} and confirmed_at is null
      and not exists (
        select 1 from links
        where links.email = signups.email and kind <> 'entry' and created_at > ${limit}
      )
      and not exists (
        select 1 from deliveries
        where deliveries.email = signups.email and kind not like 'signup.%'
          and sent_at is null and refused_at is null
      )` !== undefined;

/** Erases the unconfirmed entries among the next links. */
function removeUnconfirmed(
  sql: Sql,
  now: Date,
  days: number,
  after: string,
  queuesEvents: boolean,
): UnconfirmedSweep {
  const limit = daysBefore(now, days);
  const looked = sql.all`select token_hash, email, kind, created_at from links
    where token_hash > ${after} order by token_hash limit ${sweptRows}`;
  const erasures: Erasure[] = [];
  for (const { email, kind, created_at } of looked) {
    if (kind === 'entry' || String(created_at) > limit) continue;
    if (!isUnconfirmed(sql, String(email), limit)) continue;
    erasures.push(eraseEntry(sql, String(email), now, queuesEvents));
  }
  const last = looked.length > 0 ? String(looked.at(-1)?.token_hash) : null;
  return { removed: erasures.length, erasures, last };
}

/** Removes the old ones among the next deliveries, and the old counts of mails. */
function removeOld(sql: Sql, now: Date, after: string): Sweep {
  sql.run`delete from mail_counts where day < ${daysBefore(now, mailLimitDays).slice(0, 10)}`;
  const looked = sql.all`select id from deliveries
    where id > ${Number(after)} order by id limit ${sweptRows}`;
  const last = looked.at(-1)?.id;
  if (last === undefined) return { removed: 0, last: null };
  const { changes } = sql.run`delete from deliveries
    where id > ${Number(after)} and id <= ${last} and created_at <= ${daysBefore(now, keptDays)}`;
  return { removed: Number(changes), last: String(last) };
}

/**
 * Creates the queue of deliveries in the SQLite file.
 * @param perMinute `MAIL_PER_MINUTE`.
 * @param queuesEvents whether the removal of an unconfirmed entry queues an event.
 * @param clock for tests.
 */
export function createSqliteDeliveries(
  file: SqliteFile,
  perMinute: number,
  queuesEvents: boolean,
  clock = () => new Date(),
): DeliveryQueue {
  return {
    takeMail: () => file.commit((sql) => takeMail(sql, clock(), perMinute)),
    takeEvent: () => file.commit((sql) => takeEvent(sql, clock())),
    addLink: (tokenHash, { email, kind }) =>
      file.commit((sql) => {
        if (isStopped(sql, email)) return false;
        const { changes } = sql.run`insert into links (token_hash, email, kind, created_at)
          select ${tokenHash}, email, ${kind}, ${clock().toISOString()}
          from signups where email = ${email}`;
        return Number(changes) > 0;
      }),
    markSent: (id) =>
      file.commit((sql) => {
        sql.run`update deliveries set sent_at = ${clock().toISOString()}, refusal = null
          where id = ${id}`;
      }),
    markRefused: (id, refusal) =>
      file.commit((sql) => {
        sql.run`update deliveries set refused_at = ${clock().toISOString()}, refusal = ${refusal}
          where id = ${id}`;
      }),
    postpone: (id, seconds, held) =>
      file.commit((sql) => {
        sql.run`update deliveries set due_at = ${secondsAfter(clock(), seconds)}, refusal = ${held}
          where id = ${id}`;
      }),
    drop: (id) =>
      file.commit((sql) => {
        sql.run`delete from deliveries where id = ${id}`;
      }),
    counts: () =>
      file.commit((sql) => ({
        mails: countLane(sql, false, clock()),
        events: countLane(sql, true, clock()),
      })),
    async removeUnconfirmed(days, after) {
      const swept = await file.commit((sql) =>
        removeUnconfirmed(sql, clock(), days, after, queuesEvents),
      );
      if (swept.removed > 0) file.emptyLog();
      return swept;
    },
    async removeOld(after) {
      const swept = await file.commit((sql) => removeOld(sql, clock(), after));
      if (swept.removed > 0) file.emptyLog();
      return swept;
    },
  };
}
