import { mailLimitDays } from '../../../shared/entry/entry.ts';
import { leaseSeconds, type MailQueue, sweptMails, takenMailSchema } from '../mail-queue.ts';
import type { Pool } from './pool.ts';

/**
 * The key of the advisory lock that keeps two workers from passing the limit by minute together. 4_921_377 is the key of
 * the migrations, and `limit_campaigns` in the database has 4_921_378.
 */
const rateLock = 4_921_379;

/** Creates the queue of mails in PostgreSQL. @param perMinute `MAIL_PER_MINUTE`, over all workers. */
export const createPostgresMails = (pool: Pool, perMinute: number): MailQueue => ({
  async take() {
    const [row] = await pool.transaction(async (query) => {
      await query('select pg_advisory_xact_lock($1)', [rateLock]);
      return query(
        `update deckwright.mails set
            tries = tries + 1,
            attempted_at = now(),
            due_at = now() + make_interval(secs => $1)
          where id = (
              select id from deckwright.mails
              where sent_at is null and refused_at is null and due_at <= now()
              order by due_at, id limit 1 for update skip locked
            )
            and (
              select count(*) from deckwright.mails where attempted_at > now() - interval '1 minute'
            ) < $2
          returning id::text, kind, email, replaces, tries,
            to_char(requested_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "requestedAt"`,
        [leaseSeconds, perMinute],
      );
    });
    return row ? takenMailSchema.parse(row) : null;
  },
  async markSent(id) {
    await pool.query(`update deckwright.mails set sent_at = now() where id = $1`, [id]);
  },
  async markRefused(id, refusal) {
    await pool.query(
      `update deckwright.mails set refused_at = now(), refusal = $1
        where id = $2`,
      [refusal, id],
    );
  },
  async postpone(id, seconds) {
    await pool.query(
      `update deckwright.mails set due_at = now() + make_interval(secs => $1)
        where id = $2`,
      [seconds, id],
    );
  },
  async counts() {
    const [row] = await pool.query(
      `select
          count(*) filter (where sent_at is null and refused_at is null) as waiting,
          coalesce(extract(epoch from now() - min(requested_at) filter (
            where sent_at is null and refused_at is null
          )), 0)::float as "oldestSeconds",
          count(refused_at) as refused
        from deckwright.mails`,
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
          select id, email from deckwright.mails
          where id > $1::bigint and kind = 'confirm'
            and sent_at <= now() - make_interval(days => $2)
          order by id limit ${sweptMails}
        ), due as materialized (
          select signups.email from deckwright.signups
          where signups.email in (select looked.email from looked) and confirmed_at is null
            and not exists (
              select from deckwright.mails
              where (mails.email = signups.email and kind = 'confirm' or replaces = signups.email)
                and refused_at is null
                and coalesce(sent_at, now()) > now() - make_interval(days => $2)
            )
          for update skip locked
        )
        select
          (select count(*) filter (where deckwright.erase_entry(email)) from due) as removed,
          (select max(id)::text from looked) as last`,
      [after, days],
    );
    return { removed: Number(row?.removed), last: row?.last ? String(row.last) : null };
  },
  async removeEnded(days, after) {
    const [row] = await pool.query(
      `with looked as materialized (
          select id from deckwright.mails where id > $1::bigint order by id limit ${sweptMails}
        ), removed as (
          delete from deckwright.mails
          where id in (select looked.id from looked)
            and requested_at <= now() - make_interval(days => $2)
            and coalesce(sent_at, refused_at) <= now() - make_interval(days => $2)
            and not (kind = 'confirm' and exists (
              select from deckwright.signups
              where signups.email = mails.email and confirmed_at is null
            ))
          returning 1
        ), forgotten as (
          delete from deckwright.erased_mails
          where requested_at <= now() - make_interval(days => $3)
        )
        select (select count(*) from removed) as removed, (select max(id)::text from looked) as last`,
      [after, days, mailLimitDays],
    );
    return { removed: Number(row?.removed), last: row?.last ? String(row.last) : null };
  },
});
