import { mailLimitDays } from '../../../shared/entry/entry.ts';
import { leaseSeconds, type MailQueue, sweptMails, takenMailSchema } from '../mail-queue.ts';
import { erase } from './entries.ts';
import type { SqliteFile } from './file.ts';

const secondsAfter = (now: Date, seconds: number): string =>
  new Date(now.getTime() + seconds * 1000).toISOString();

const daySeconds = 24 * 60 * 60;

/** Creates the queue of mails in the SQLite file. @param perMinute `MAIL_PER_MINUTE`. @param clock for tests. */
export function createSqliteMails(
  file: SqliteFile,
  perMinute: number,
  clock = () => new Date(),
): MailQueue {
  return {
    take: () =>
      file.commit((sql) => {
        const now = clock();
        const row = sql.get`update mails set
            tries = tries + 1,
            attempted_at = ${now.toISOString()},
            due_at = ${secondsAfter(now, leaseSeconds)}
          where id = (
              select id from mails
              where sent_at is null and refused_at is null and due_at <= ${now.toISOString()}
              order by due_at, id limit 1
            )
            and (select count(*) from mails where attempted_at > ${secondsAfter(now, -60)}) < ${perMinute}
          returning cast(id as text) as id, kind, email, replaces, tries,
            requested_at as requestedAt`;
        return row ? takenMailSchema.parse(row) : null;
      }),
    markSent: (id) =>
      file.commit((sql) => {
        sql.run`update mails set sent_at = ${clock().toISOString()} where id = ${id}`;
      }),
    markRefused: (id, refusal) =>
      file.commit((sql) => {
        sql.run`update mails set refused_at = ${clock().toISOString()}, refusal = ${refusal}
          where id = ${id}`;
      }),
    postpone: (id, seconds) =>
      file.commit((sql) => {
        sql.run`update mails set due_at = ${secondsAfter(clock(), seconds)} where id = ${id}`;
      }),
    counts: () =>
      file.commit((sql) => {
        const row = sql.get`select count(*) filter (where sent_at is null and refused_at is null) as waiting,
          min(requested_at) filter (where sent_at is null and refused_at is null) as oldest,
          count(refused_at) as refused from mails`;
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
        const looked = sql.all`select id, email from mails
          where id > ${Number(after)} and kind = 'confirm' and sent_at <= ${limit}
          order by id limit ${sweptMails}`;
        let removed = 0;
        for (const { email } of looked) {
          const due = sql.get`select 1 from signups
            where email = ${String(email)} and confirmed_at is null and not exists (
              select 1 from mails
              where (mails.email = signups.email and kind = 'confirm' or replaces = signups.email)
                and refused_at is null and coalesce(sent_at, ${now.toISOString()}) > ${limit}
            )`;
          if (due && erase(sql, String(email), now)) removed += 1;
        }
        return { removed, last: looked.length > 0 ? String(looked.at(-1)?.id) : null };
      }),
    removeEnded: (days, after) =>
      file.commit((sql) => {
        const limit = secondsAfter(clock(), -days * daySeconds);
        sql.run`delete from erased_mails
          where requested_at <= ${secondsAfter(clock(), -mailLimitDays * daySeconds)}`;
        const looked = sql.all`select id from mails
          where id > ${Number(after)} order by id limit ${sweptMails}`;
        const last = looked.at(-1)?.id;
        if (last === undefined) return { removed: 0, last: null };
        const { changes } = sql.run`delete from mails
          where id > ${Number(after)} and id <= ${last}
            and requested_at <= ${limit} and coalesce(sent_at, refused_at) <= ${limit}
            and not (kind = 'confirm' and exists (
              select 1 from signups where signups.email = mails.email and confirmed_at is null
            ))`;
        return { removed: Number(changes), last: String(last) };
      }),
  };
}
