import { randomBytes } from 'node:crypto';
import type { SQLTagStore } from 'node:sqlite';
import { attemptColumn, byColumn, rowColumnNames } from '../../../shared/signup/fields.ts';
import type {
  AcceptedSignup,
  SignupStore,
  StoreAnswer,
  VisitorAttempt,
} from '../../../shared/signup/store.ts';
import { removeReplaced, requestConfirmation } from './entries.ts';
import type { SqliteFile } from './file.ts';

const hourMs = 3_600_000;
/** Hours after which the counter of an hour is deleted. */
const counterHours = 48;

/** Returns the visitor’s attempts in this hour, and the seconds to wait when they are over the limit. */
function countAttempt(sql: SQLTagStore, attempt: VisitorAttempt, now: Date) {
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
const newColumns = [...rowColumnNames, attemptColumn, 'created_at', 'last_seen_at', 'seen_on'];

/**
 * The parts of the statement that adds a row, between which the tag store puts the values: those of the new row, and
 * three times the limit of the address. `last_seen_at` changes past the limit too: without a write, the answer would come
 * sooner than for a new address.
 */
const insertParts = [
  `insert into signups (${newColumns.join(', ')}) values (`,
  ...newColumns.slice(1).map(() => ', '),
  `) on conflict do update set
    last_seen_at = excluded.last_seen_at,
    times = times + (seen_on <> excluded.seen_on or times_that_day < `,
  `),
    times_that_day = case when seen_on = excluded.seen_on
      then times_that_day + (times_that_day < `,
  `) else 1 end,
    seen_on = excluded.seen_on,
    attempt = null
  where `,
  ' > 0',
];
const insertSignup: TemplateStringsArray = Object.assign(insertParts, { raw: insertParts });

/** Different campaigns that are stored in a day. Strangers choose them. */
const mostCampaigns = 200;

/**
 * Counts a sign-up of a campaign. Returns the campaign to store: `other` when the day (UTC) has its
 * {@link mostCampaigns} already. A trigger does the same in PostgreSQL.
 */
function countCampaign(sql: SQLTagStore, campaign: string, day: string): string {
  const known = sql.get`select 1 from daily_counts
    where day = ${day} and name = 'campaign' and label = ${campaign}`;
  const others = sql.get`select count(*) as campaigns from daily_counts
    where day = ${day} and name = 'campaign' and label <> 'other'`;
  const stored = known || Number(others?.campaigns) < mostCampaigns ? campaign : 'other';
  sql.run`insert into daily_counts (day, name, label, count) values (${day}, 'campaign', ${stored}, 1)
    on conflict do update set count = count + 1`;
  return stored;
}

/** Returns whether `notices` has a version. A trigger checks the same in PostgreSQL. */
const isNoticeKnown = (sql: SQLTagStore, version: string | number): boolean =>
  sql.get`select 1 from notices where version = ${version}` !== undefined;

function save(sql: SQLTagStore, signup: AcceptedSignup, now: Date): void {
  const { limitPerAddressDay: limit, campaign, isCanary } = signup;
  const time = now.toISOString();
  const day = time.slice(0, 10);
  const row: Record<string, string | number | null> = {
    ...byColumn(signup),
    [attemptColumn]: signup.attempt,
    created_at: time,
    last_seen_at: time,
    seen_on: day,
  };
  if (campaign && !isCanary) row.campaign = countCampaign(sql, campaign, day);
  if (row.notice && !isNoticeKnown(sql, row.notice)) row.notice = null;
  const values = newColumns.map((column) => row[column] ?? null);
  // With a limit of 0 the next statement changes nothing about a known address.
  if (limit === 0) sql.run`update signups set attempt = null where email = ${signup.email}`;
  sql.run(insertSignup, ...values, limit, limit, limit);
  if (signup.asksConfirmation) requestConfirmation(sql, signup.email, now);
  if (signup.replaces) removeReplaced(sql, signup.replaces, now);
  if (isCanary) sql.run`delete from signups where email = ${signup.email}`;
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
  // The id of the batch is not needed here: a commit that rejects has added nothing.
  addCounts: ({ counts }) =>
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
 * Returns the setting, or a random key that the file stores under a name, so that the key survives a restart. Rejects
 * while the file cannot be read.
 */
function createSecret(name: string, given: string | undefined, file: SqliteFile) {
  let secret = given;
  return async (): Promise<string> => {
    secret ??= await file.commit((sql) => {
      const fresh = randomBytes(32).toString('hex');
      sql.run`insert into internals (name, value) values (${name}, ${fresh})
        on conflict do nothing`;
      return String(sql.get`select value from internals where name = ${name}`?.value);
    });
    return secret;
  };
}

/** Returns the key of the visitor hashes: `IP_HASH_SECRET`, or a key that the file stores. */
export const createHashSecret = (given: string | undefined, file: SqliteFile) =>
  createSecret('ip_hash_secret', given, file);

/** Returns the key of the links in mails: `ENTRY_LINK_SECRET`, or a key that the file stores. */
export const createLinkSecret = (given: string | undefined, file: SqliteFile) =>
  createSecret('entry_link_secret', given, file);
