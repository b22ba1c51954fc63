import { mailLimitDays } from '../../../shared/entry/entry.ts';
import { leaseSeconds, type MailQueue, sweptMails, takenMailSchema } from '../mail-queue.ts';
import { eraseEntry } from './erase.ts';
import type { SqliteFile } from './file.ts';

const secondsAfter = (now: Date, seconds: number): string =>
  new Date(now.getTime() + seconds * 1000).toISOString();

const daySeconds = 24 * 60 * 60;

/** Creates the queue of mails in the SQLite file. @param perMinute `MAIL_PER_MINUTE`. @param clock for tests. */
export function createSqliteMails(
  file: SqliteFile,
  perMinute: number,
  queuesEvents: boolean,
  clock = () => new Date(),
): MailQueue {
  return {
    take: () =>
      file.commit((sql) => {
        const now = clock();
        const row = sql.get`update deliveries set
            tries = tries + 1,
            attempted_at = ${now.toISOString()},
            due_at = ${secondsAfter(now, leaseSeconds)}
          where id = (
              select id from deliveries
              where sent_at is null and refused_at is null and due_at <= ${now.toISOString()}
              order by due_at, id limit 1
            )
            and (select count(*) from deliveries where attempted_at > ${secondsAfter(now, -60)}) < ${perMinute}
          returning cast(id as text) as id, kind, email, tries,
            created_at as requestedAt`;
        return row ? takenMailSchema.parse(row) : null;
      }),
    addLink: (tokenHash, { email, kind }) =>
      file.commit((sql) => {
        sql.run`insert into links (token_hash, email, kind, created_at)
          values (${tokenHash}, ${email}, ${kind}, ${clock().toISOString()})`;
      }),
    markSent: (id) =>
      file.commit((sql) => {
        sql.run`update deliveries set sent_at = ${clock().toISOString()} where id = ${id}`;
      }),
    markRefused: (id, refusal) =>
      file.commit((sql) => {
        sql.run`update deliveries set refused_at = ${clock().toISOString()}, refusal = ${refusal}
          where id = ${id}`;
      }),
    postpone: (id, seconds) =>
      file.commit((sql) => {
        sql.run`update deliveries set due_at = ${secondsAfter(clock(), seconds)} where id = ${id}`;
      }),
    counts: () =>
      file.commit((sql) => {
        const row = sql.get`select count(*) filter (where sent_at is null and refused_at is null) as waiting,
          min(created_at) filter (where sent_at is null and refused_at is null) as oldest,
          count(refused_at) as refused from deliveries`;
        const waited = row?.oldest ? clock().getTime() - Date.parse(String(row.oldest)) : 0;
        return {
          waiting: Number(row?.waiting),
          oldestSeconds: Math.max(0, Math.round(waited / 1000)),
          refused: Number(row?.refused),
        };
      }),
    removeUnconfirmed: (days, after) =>
      file.commit((sql) => {
        const now = clock();
        const limit = secondsAfter(now, -days * daySeconds);
        const looked = sql.all`select id, email from deliveries
          where id > ${Number(after)} and kind = 'confirm' and sent_at <= ${limit}
          order by id limit ${sweptMails}`;
        let removed = 0;
        for (const { email } of looked) {
          const due = sql.get`select 1 from signups
            where email = ${String(email)} and confirmed_at is null and not exists (
              select 1 from deliveries
              where deliveries.email = signups.email and kind = 'confirm'
                and refused_at is null and coalesce(sent_at, ${now.toISOString()}) > ${limit}
            )`;
          if (due && eraseEntry(sql, String(email), now, queuesEvents)) removed += 1;
        }
        return { removed, last: looked.length > 0 ? String(looked.at(-1)?.id) : null };
      }),
    removeEnded: (days, after) =>
      file.commit((sql) => {
        const limit = secondsAfter(clock(), -days * daySeconds);
        const firstDay = secondsAfter(clock(), -mailLimitDays * daySeconds).slice(0, 10);
        sql.run`delete from mail_counts where day < ${firstDay}`;
        const looked = sql.all`select id from deliveries
          where id > ${Number(after)} order by id limit ${sweptMails}`;
        const last = looked.at(-1)?.id;
        if (last === undefined) return { removed: 0, last: null };
        const { changes } = sql.run`delete from deliveries
          where id > ${Number(after)} and id <= ${last}
            and created_at <= ${limit} and coalesce(sent_at, refused_at) <= ${limit}
            and not (kind = 'confirm' and exists (
              select 1 from signups where signups.email = deliveries.email and confirmed_at is null
            ))`;
        return { removed: Number(changes), last: String(last) };
      }),
  };
}
