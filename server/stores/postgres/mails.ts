import { mailLimitDays } from '../../../shared/entry/entry.ts';
import { leaseSeconds, type MailQueue, sweptMails, takenMailSchema } from '../mail-queue.ts';
import type { Pool } from './pool.ts';

/**
 * The key of the advisory lock that keeps two workers from passing the limit by minute together. 4_921_377 is the key of
 * the migrations.
 */
const rateLock = 4_921_379;

/** Creates the queue of mails in PostgreSQL. @param perMinute `MAIL_PER_MINUTE`, over all workers. */
export const createPostgresMails = (
  pool: Pool,
  perMinute: number,
  queuesEvents: boolean,
): MailQueue => ({
  async take() {
    const [row] = await pool.transaction(async (query) => {
      await query('select pg_advisory_xact_lock($1)', [rateLock]);
      return query(
        `update deckwright.deliveries set
            tries = tries + 1,
            attempted_at = now(),
            due_at = now() + make_interval(secs => $1)
          where id = (
              select id from deckwright.deliveries
              where sent_at is null and refused_at is null and due_at <= now()
              order by due_at, id limit 1 for update skip locked
            )
            and (
              select count(*) from deckwright.deliveries where attempted_at > now() - interval '1 minute'
            ) < $2
          returning id::text, kind, email, tries,
            deckwright.iso(created_at) as "requestedAt"`,
        [leaseSeconds, perMinute],
      );
    });
    return row ? takenMailSchema.parse(row) : null;
  },
  async addLink(tokenHash, { email, kind }) {
    await pool.query('insert into deckwright.links (token_hash, email, kind) values ($1, $2, $3)', [
      tokenHash,
      email,
      kind,
    ]);
  },
  async markSent(id) {
    await pool.query(`update deckwright.deliveries set sent_at = now() where id = $1`, [id]);
  },
  async markRefused(id, refusal) {
    await pool.query(
      `update deckwright.deliveries set refused_at = now(), refusal = $1
        where id = $2`,
      [refusal, id],
    );
  },
  async postpone(id, seconds) {
    await pool.query(
      `update deckwright.deliveries set due_at = now() + make_interval(secs => $1)
        where id = $2`,
      [seconds, id],
    );
  },
  async counts() {
    const [row] = await pool.query(
      `select
          count(*) filter (where sent_at is null and refused_at is null) as waiting,
          coalesce(extract(epoch from now() - min(created_at) filter (
            where sent_at is null and refused_at is null
          )), 0)::float as "oldestSeconds",
          count(refused_at) as refused
        from deckwright.deliveries`,
      [],
    );
    return {
      waiting: Number(row?.waiting),
      oldestSeconds: Math.max(0, Math.round(Number(row?.oldestSeconds))),
      refused: Number(row?.refused),
    };
  },
  async removeUnconfirmed(days, after) {
    const [row] = await pool.query(
      `with looked as materialized (
          select id, email from deckwright.deliveries
          where id > $1::bigint and kind = 'confirm'
            and sent_at <= now() - make_interval(days => $2)
          order by id limit ${sweptMails}
        ), due as materialized (
          select signups.email from deckwright.signups
          where signups.email in (select looked.email from looked) and confirmed_at is null
            and not exists (
              select from deckwright.deliveries
              where deliveries.email = signups.email and kind = 'confirm'
                and refused_at is null
                and coalesce(sent_at, now()) > now() - make_interval(days => $2)
            )
          for update skip locked
        )
        select
          (select count(*) filter (where deckwright.erase_entry(email, $3) is not null) from due) as removed,
          (select max(id)::text from looked) as last`,
      [after, days, queuesEvents],
    );
    return { removed: Number(row?.removed), last: row?.last ? String(row.last) : null };
  },
  async removeEnded(days, after) {
    const [row] = await pool.query(
      `with looked as materialized (
          select id from deckwright.deliveries where id > $1::bigint order by id limit ${sweptMails}
        ), removed as (
          delete from deckwright.deliveries
          where id in (select looked.id from looked)
            and created_at <= now() - make_interval(days => $2)
            and coalesce(sent_at, refused_at) <= now() - make_interval(days => $2)
            and not (kind = 'confirm' and exists (
              select from deckwright.signups
              where signups.email = deliveries.email and confirmed_at is null
            ))
          returning 1
        ), forgotten as (
          delete from deckwright.mail_counts
          where day < (now() at time zone 'utc')::date - $3::integer
        )
        select (select count(*) from removed) as removed, (select max(id)::text from looked) as last`,
      [after, days, mailLimitDays],
    );
    return { removed: Number(row?.removed), last: row?.last ? String(row.last) : null };
  },
});
