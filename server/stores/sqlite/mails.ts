import { leaseSeconds, type MailQueue, takenMailSchema } from '../mail-queue.ts';
import type { SqliteFile } from './file.ts';

const secondsAfter = (now: Date, seconds: number): string =>
  new Date(now.getTime() + seconds * 1000).toISOString();

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
          count(refused_at) as refused from mails`;
        return { waiting: Number(row?.waiting), refused: Number(row?.refused) };
      }),
  };
}
