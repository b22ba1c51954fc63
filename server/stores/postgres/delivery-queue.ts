import * as z from 'zod/mini';
import { erasureSchema, mailLimitDays } from '../../../shared/entry/entry.ts';
import {
  type DeliveryQueue,
  keptDays,
  type LaneCounts,
  leaseSeconds,
  type Sweep,
  sweptRows,
  takenEventSchema,
  takenMailSchema,
} from '../delivery-queue.ts';
import type { Pool, Row } from './pool.ts';

/** SQL that tells events from mails: a condition on the column `kind`. */
const isEvent = "kind like 'signup.%'";

/** Returns SQL that takes the row that `next` selects. `$1` is the lease in seconds. */
const take = (next: string): string => `update deckwright.deliveries set
    tries = tries + 1,
    attempted_at = now(),
    due_at = now() + make_interval(secs => $1)
  where id = (${next})
  returning id::text, kind, email, address_hash as "addressHash", tries,
    deckwright.iso(created_at) as "createdAt"`;

const nextMail = `select id from deckwright.deliveries
  where sent_at is null and refused_at is null and due_at <= now() and not ${isEvent} and (
    select count(*) from deckwright.deliveries
    where attempted_at > now() - interval '1 minute' and not ${isEvent}
  ) < $2
  order by due_at, id limit 1 for update skip locked`;

const nextEvent = `select id from deckwright.deliveries as candidate
  where sent_at is null and refused_at is null and due_at <= now() and ${isEvent}
    and not exists (
      select from deckwright.deliveries as earlier
      where earlier.address_hash = candidate.address_hash and earlier.id < candidate.id
        and earlier.sent_at is null and earlier.refused_at is null and earlier.${isEvent}
    )
  order by due_at, id limit 1 for update skip locked`;

/** SQL that adds the link of a mail. `$1` is the hash of the token, `$2` the address, `$3` the kind. */
const insertLink = `insert into deckwright.links (token_hash, email, kind)
  select $1, email, $3 from deckwright.signups
  where email = $2 and not exists (
    select from deckwright.stops
    where address_hash in (select deckwright.address_hashes($2))
  )
  returning 1`;

const countLanes = `select ${isEvent} as "isEvent",
    count(*) filter (where sent_at is null and refused_at is null) as waiting,
    count(refused_at) as refused,
    count(refusal) filter (where sent_at is null and refused_at is null) as held,
    extract(epoch from now() - min(created_at) filter (
      where sent_at is null and refused_at is null
    ))::float as oldest
  from deckwright.deliveries group by 1`;

/**
 * SQL that locks the unconfirmed entries whose link is old, so that a sign-up of such a person waits. `$1` is the last link
 * of the call before, `$2` the days. Skips the entry of a person who is signing up at this moment.
 */
const lockUnconfirmed = `with looked as materialized (
  select token_hash, email, kind, created_at from deckwright.links
  where token_hash > $1 order by token_hash limit ${sweptRows}
), locked as materialized (
  select signups.email from deckwright.signups
  where confirmed_at is null and signups.email in (
    select looked.email from looked
    where kind <> 'entry' and created_at <= now() - make_interval(days => $2)
  )
  for update skip locked
)
select
  (select coalesce(jsonb_agg(email), '[]') from locked) as locked,
  (select max(token_hash) from looked) as last`;

/**
 * SQL that erases locked entries. It leaves an entry for which a mail waits, or a link of the last days exists. `$1` is the
 * addresses of the locked entries, and `$2` the days. The locking statement itself cannot ask this: it does not see a mail
 * that another transaction queues while it runs.
 */
const eraseUnconfirmed = `select deckwright.erase_entry(email, $3) as erasure from deckwright.signups
  where email in (select jsonb_array_elements_text($1))
    and not exists (
      select from deckwright.links
      where links.email = signups.email and kind <> 'entry'
        and created_at > now() - make_interval(days => $2)
    )
    and not exists (
      select from deckwright.deliveries
      where deliveries.email = signups.email and not ${isEvent}
        and sent_at is null and refused_at is null
    )`;

/** SQL that removes old deliveries and counts of mails. `$1` is the last delivery of the call before. */
const deleteOld = `with looked as materialized (
  select id from deckwright.deliveries where id > $1::bigint order by id limit ${sweptRows}
), removed as (
  delete from deckwright.deliveries
  where id in (select looked.id from looked)
    and created_at <= now() - make_interval(days => ${keptDays})
  returning 1
), forgotten as (
  delete from deckwright.mail_counts
  where day < (now() at time zone 'utc')::date - ${mailLimitDays}
)
select (select count(*) from removed) as removed, (select max(id)::text from looked) as last`;

const sweepOf = (row: Row | undefined): Sweep => ({
  removed: Number(row?.removed),
  last: row?.last ? String(row.last) : null,
});

const countsOf = (row: Row | undefined): LaneCounts => ({
  waiting: Number(row?.waiting ?? 0),
  oldestSeconds: Math.max(0, Math.round(Number(row?.oldest ?? 0))),
  refused: Number(row?.refused ?? 0),
  held: Number(row?.held ?? 0),
});

/**
 * Creates the queue of deliveries in PostgreSQL.
 * @param perMinute `MAIL_PER_MINUTE`, over all workers.
 * @param queuesEvents whether the removal of an unconfirmed entry queues an event.
 */
export const createPostgresDeliveries = (
  pool: Pool,
  perMinute: number,
  queuesEvents: boolean,
): DeliveryQueue => ({
  async takeMail() {
    const [row] = await pool.transaction(async (query) => {
      // One worker at a time, because two could pass the limit by minute together.
      await query("select from deckwright.internals where name = 'mail_rate' for update");
      return query(take(nextMail), [leaseSeconds.mail, perMinute]);
    });
    return row ? takenMailSchema.parse(row) : null;
  },
  async takeEvent() {
    const [row] = await pool.query(take(nextEvent), [leaseSeconds.event]);
    return row ? takenEventSchema.parse(row) : null;
  },
  async addLink(tokenHash, { email, kind }) {
    const added = await pool.query(insertLink, [tokenHash, email, kind]);
    return added.length > 0;
  },
  async markSent(id) {
    await pool.query(
      'update deckwright.deliveries set sent_at = now(), refusal = null where id = $1',
      [id],
    );
  },
  async markRefused(id, refusal) {
    await pool.query(
      'update deckwright.deliveries set refused_at = now(), refusal = $1 where id = $2',
      [refusal, id],
    );
  },
  async postpone(id, seconds, held) {
    await pool.query(
      `update deckwright.deliveries set due_at = now() + make_interval(secs => $1), refusal = $2
        where id = $3`,
      [seconds, held, id],
    );
  },
  async drop(id) {
    await pool.query('delete from deckwright.deliveries where id = $1', [id]);
  },
  async counts() {
    const rows = await pool.query(countLanes);
    return {
      mails: countsOf(rows.find((row) => !row.isEvent)),
      events: countsOf(rows.find((row) => row.isEvent)),
    };
  },
  removeUnconfirmed: (days, after) =>
    pool.transaction(async (query) => {
      const [row] = await query(lockUnconfirmed, [after, days]);
      const locked = JSON.stringify(row?.locked);
      const erased = await query(eraseUnconfirmed, [locked, days, queuesEvents]);
      const erasures = z.array(erasureSchema).parse(erased.map(({ erasure }) => erasure));
      return { ...sweepOf({ ...row, removed: erasures.length }), erasures };
    }),
  async removeOld(after) {
    const [row] = await pool.query(deleteOld, [after || '0']);
    return sweepOf(row);
  },
});
