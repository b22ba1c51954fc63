import { randomBytes } from 'node:crypto';
import { byColumn, rowColumnNames } from '../../../shared/signup/fields.ts';
import type {
  AcceptedSignup,
  SignupStore,
  StoreAnswer,
  VisitorAttempt,
} from '../../../shared/signup/store.ts';
import { addressHashes } from '../hashes.ts';
import type { Sql } from '../sql.ts';
import type { SqliteFile } from './file.ts';
import { queueEvent, queueMail } from './queue-deliveries.ts';

const hourMs = 3_600_000;
/** Hours after which the counter of an hour is deleted. */
const counterHours = 2;

/** Returns the visitor’s attempts in this hour, and the seconds to wait when they are over the limit. */
function countAttempt(sql: Sql, attempt: VisitorAttempt, now: Date) {
  const start = Math.floor(now.getTime() / hourMs) * hourMs;
  const hour = new Date(start).toISOString();
  const row = sql.get`insert into visitor_attempts (visitor_hash, hour, attempts)
    values (${attempt.visitorHash}, ${hour}, 1)
    on conflict do update set attempts = attempts + 1 returning attempts`;
  const attempts = Number(row?.attempts);
  const oldest = new Date(start - counterHours * hourMs).toISOString();
  if (attempts === 1) sql.run`delete from visitor_attempts where hour < ${oldest}`;
  const isOver = attempts > attempt.limitPerHour;
  return {
    attempts,
    retryAfter: isOver ? Math.ceil((start + hourMs - now.getTime()) / 1000) : null,
  };
}

/** The columns of a new row. The database writes the others. */
const newColumns = [...rowColumnNames, 'created_at', 'last_seen_at', 'seen_on'];

/**
 * Adds a row, or counts the sign-up for the known row of the address. `last_seen_at` changes past the limit too: without a
 * write, the answer would come sooner than for a new address. The parameters have no names, because Node takes longer to
 * bind so many names than SQLite takes for the row (24.21).
 */
const insertSignup = `insert into signups (${newColumns.join(', ')})
  values (${newColumns.map(() => '?').join(', ')})
  on conflict do update set
    last_seen_at = excluded.last_seen_at,
    times = times + (seen_on <> excluded.seen_on or times_that_day < ?),
    times_that_day = case when seen_on = excluded.seen_on
      then times_that_day + (times_that_day < ?)
      else 1 end,
    seen_on = excluded.seen_on
  where ? is null`;

/** Different campaigns that are stored in a day. Strangers choose them. */
const mostCampaigns = 200;

/**
 * Counts a sign-up of a campaign. Returns the campaign to store: `other` when the day (UTC) has its
 * {@link mostCampaigns} already. `count_campaign` does the same in PostgreSQL.
 */
function countCampaign(sql: Sql, campaign: string, day: string): string {
  const known = sql.get`select 1 from daily_counts
    where day = ${day} and name = 'campaign' and label = ${campaign}`;
  const others = sql.get`select count(*) as campaigns from daily_counts
    where day = ${day} and name = 'campaign' and label <> 'other'`;
  const stored = known || Number(others?.campaigns) < mostCampaigns ? campaign : 'other';
  sql.run`insert into daily_counts (day, name, label, count) values (${day}, 'campaign', ${stored}, 1)
    on conflict do update set count = count + 1`;
  return stored;
}

/** Returns whether `notices` has a version. `save_signup` checks the same in PostgreSQL. */
const isNoticeKnown = (sql: Sql, version: string | number): boolean =>
  sql.get`select 1 from notices where version = ${version}` !== undefined;

/** Returns `time`, or the time of an erasure of the address if that is later. */
const creationTime = (sql: Sql, hashes: readonly string[], time: string): string =>
  hashes.reduce((latest, addressHash) => {
    const row = sql.get`select erased_at from erasures where address_hash = ${addressHash}`;
    return row && String(row.erased_at) > latest ? String(row.erased_at) : latest;
  }, time);

/**
 * Saves a sign-up. If the clock was set back, the row is not older than an erasure of the address. Does not save a sign-up
 * whose address was erased while the sign-up waited in an outbox. `save_signup` does the same in PostgreSQL.
 */
function save(sql: Sql, signup: AcceptedSignup, now: Date): void {
  const { email, campaign, limitPerAddressDay, waitedMs, isCanary } = signup;
  const hashes = addressHashes(sql, email);
  const time = new Date(now.getTime() - Math.max(0, waitedMs ?? 0)).toISOString();
  const createdAt = creationTime(sql, hashes, time);
  // The person was erased while the sign-up waited in an outbox. A later time means that the clock was set back since.
  if (waitedMs !== null && createdAt > time && createdAt <= now.toISOString()) return;
  const day = time.slice(0, 10);
  const row = byColumn(signup);
  const known = sql.get`select confirmed_at from signups where email = ${email}`;
  // A sign-up from an outbox may arrive twice, and counts once.
  const isCounted = !isCanary && (waitedMs === null || !known);
  if (campaign && isCounted) row.campaign = countCampaign(sql, campaign, day);
  // The row must not name a notice that no site has shown.
  if (row.notice && !isNoticeKnown(sql, row.notice)) row.notice = null;
  Object.assign(row, { created_at: createdAt, last_seen_at: time, seen_on: day });
  const columns = newColumns.map((column) => row[column] ?? null);
  sql.prepare(insertSignup).run(...columns, limitPerAddressDay, limitPerAddressDay, waitedMs);
  if (isCanary) {
    sql.run`delete from signups where email = ${email}`;
    return;
  }
  if (signup.queuesEvents && !known) queueEvent(sql, 'signup.created', email, now);
  if (signup.asksConfirmation) {
    queueMail(sql, email, known?.confirmed_at ? 'entry' : 'confirm', now);
  }
  // A new sign-up takes back that the person unsubscribed before. A complaint and a bounce stay.
  for (const addressHash of hashes) {
    sql.run`delete from stops where address_hash = ${addressHash} and because = 'unsubscribed'
      and (${waitedMs} is null or stopped_at < ${time})`;
  }
}

/** Creates the store in the SQLite file. @param clock for tests. */
export const createSqliteStore = (file: SqliteFile, clock = () => new Date()): SignupStore => ({
  record: (attempt, signup) =>
    file.commit((sql): StoreAnswer => {
      const now = clock();
      const { attempts, retryAfter } = attempt
        ? countAttempt(sql, attempt, now)
        : { attempts: null, retryAfter: null };
      const saved = signup !== null && retryAfter === null;
      if (saved) save(sql, signup, now);
      return { retryAfter, saved, attempts };
    }),
  addCounts: (counts) =>
    file.commit((sql) => {
      for (const { day, name, label, count } of counts) {
        sql.run`insert into daily_counts (day, name, label, count)
          values (${day}, ${name}, ${label}, ${count})
          on conflict do update set count = count + excluded.count`;
      }
    }),
  addNotice: ({ version, text }) =>
    file.commit((sql) => {
      sql.run`insert into notices (version, text, first_shown_at)
        values (${version}, ${text}, ${clock().toISOString()}) on conflict do nothing`;
    }),
});

/** Writes one row, so that a full or read-only disk is known before a sign-up meets it. */
export const tryToWrite = (file: SqliteFile): Promise<void> =>
  file.commit((sql) => {
    sql.run`insert into internals (name, value) values ('written_at', ${new Date().toISOString()})
      on conflict do update set value = excluded.value`;
  });

/**
 * Returns the function that reads the key of the visitor hashes: `IP_HASH_SECRET`, or a random key that the file stores,
 * so that the key survives a restart. It rejects while the file cannot be read.
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
