import { randomBytes } from 'node:crypto';
import type { SQLTagStore } from 'node:sqlite';
import type {
  AcceptedSignup,
  SignupStore,
  StoreAnswer,
  VisitorAttempt,
} from '../../../shared/signup/store.ts';
import type { SqliteFile } from './file.ts';

const hourMs = 3_600_000;
/** How long an hour’s counter is kept. */
const keptHours = 48;

/** @returns seconds to wait where the visitor is over the limit, else null. */
function countAttempt(sql: SQLTagStore, attempt: VisitorAttempt, now: Date): number | null {
  const start = Math.floor(now.getTime() / hourMs) * hourMs;
  const hour = new Date(start).toISOString();
  const row = sql.get`insert into visitor_attempts (visitor_hash, hour, attempts)
    values (${attempt.visitorHash}, ${hour}, 1)
    on conflict do update set attempts = attempts + 1 returning attempts`;
  const attempts = Number(row?.attempts);
  const oldest = new Date(start - keptHours * hourMs).toISOString();
  if (attempts === 1) sql.run`delete from visitor_attempts where hour < ${oldest}`;
  if (attempts <= attempt.limitPerHour) return null;
  return Math.ceil((start + hourMs - now.getTime()) / 1000);
}

function save(sql: SQLTagStore, signup: AcceptedSignup, now: Date): void {
  const { email, source, botCheck, userAgent, formFillTimeMs, limitPerAddressDay } = signup;
  const time = now.toISOString();
  // A limit of 0 is a sign-up sent again: what is known already stays as it is.
  sql.run`insert into signups
      (email, source, bot_check, user_agent, form_fill_time_ms, created_at, last_seen_at, seen_on)
    values (${email}, ${source}, ${botCheck}, ${userAgent}, ${formFillTimeMs}, ${time}, ${time},
      ${time.slice(0, 10)})
    on conflict do update set
      last_seen_at = excluded.last_seen_at,
      times = times + 1,
      times_that_day = case when seen_on = excluded.seen_on then times_that_day + 1 else 1 end,
      seen_on = excluded.seen_on
    where ${limitPerAddressDay} > 0
      and (seen_on <> excluded.seen_on or times_that_day < ${limitPerAddressDay})`;
  if (signup.isCanary) sql.run`delete from signups where email = ${email}`;
}

/** Sign-ups in the SQLite file. @param clock for tests. */
export const createSqliteStore = (file: SqliteFile, clock = () => new Date()): SignupStore => ({
  record: (attempt, signup) =>
    file.commit((sql): StoreAnswer => {
      const now = clock();
      const retryAfter = attempt ? countAttempt(sql, attempt, now) : null;
      const saved = signup !== null && retryAfter === null;
      if (saved) save(sql, signup, now);
      return { retryAfter, saved };
    }),
  addCounts: (counts) =>
    file.commit((sql) => {
      const today = clock().toISOString().slice(0, 10);
      for (const { name, label, count } of counts) {
        sql.run`insert into daily_counts (day, name, label, count)
          values (${today}, ${name}, ${label}, ${count})
          on conflict do update set count = count + excluded.count`;
      }
    }),
});

/** A write like any other, so that a full or read-only disk is known before a sign-up meets it. */
export const tryToWrite = (file: SqliteFile): Promise<void> =>
  file.commit((sql) => {
    sql.run`insert into internals (name, value) values ('written_at', ${new Date().toISOString()})
      on conflict do update set value = excluded.value`;
  });

/**
 * The key of visitor hashes: `IP_HASH_SECRET`, or else one that is made once and kept in the file, so that a restart
 * forgets no limit. Rejects while that cannot be read.
 */
export function createHashSecret(given: string | undefined, file: SqliteFile) {
  let secret = given;
  return async (): Promise<string> => {
    secret ??= await file.commit((sql) => {
      const fresh = randomBytes(32).toString('hex');
      sql.run`insert into internals (name, value) values ('ip_hash_secret', ${fresh})
        on conflict do nothing`;
      return String(sql.get`select value from internals where name = 'ip_hash_secret'`?.value);
    });
    return secret;
  };
}
