import { leaseSeconds, type MailQueue, takenMailSchema } from '../mail-queue.ts';
import type { Pool } from './pool.ts';

/** Any number that all workers agree on. It keeps two workers from passing the limit by minute together. */
const rateLock = 4_921_378;

/** Creates the queue of mails in PostgreSQL. @param perMinute `MAIL_PER_MINUTE`, over all workers. */
export const createPostgresMails = (pool: Pool, perMinute: number): MailQueue => ({
  async take() {
    const [row] = await pool.ask((sql) =>
      sql.begin(async (transaction) => {
        await transaction`select pg_advisory_xact_lock(${rateLock})`;
        return transaction`update deckwright.mails set
            tries = tries + 1,
            attempted_at = now(),
            due_at = now() + make_interval(secs => ${leaseSeconds})
          where id = (
              select id from deckwright.mails
              where sent_at is null and refused_at is null and due_at <= now()
              order by due_at, id limit 1 for update skip locked
            )
            and (
              select count(*) from deckwright.mails where attempted_at > now() - interval '1 minute'
            ) < ${perMinute}
          returning id::text, kind, email, replaces, tries, requested_at as "requestedAt"`;
      }),
    );
    return row ? takenMailSchema.parse(row) : null;
  },
  async markSent(id) {
    await pool.ask((sql) => sql`update deckwright.mails set sent_at = now() where id = ${id}`);
  },
  async markRefused(id, refusal) {
    await pool.ask(
      (sql) => sql`update deckwright.mails set refused_at = now(), refusal = ${refusal}
        where id = ${id}`,
    );
  },
  async postpone(id, seconds) {
    await pool.ask(
      (sql) => sql`update deckwright.mails set due_at = now() + make_interval(secs => ${seconds})
        where id = ${id}`,
    );
  },
  async counts() {
    const [row] = await pool.ask(
      (sql) => sql`select
          count(*) filter (where sent_at is null and refused_at is null) as waiting,
          count(refused_at) as refused
        from deckwright.mails`,
    );
    return { waiting: Number(row?.waiting), refused: Number(row?.refused) };
  },
});
