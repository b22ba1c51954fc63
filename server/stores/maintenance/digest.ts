import type { Database } from './database.ts';
import { conditionOf } from './filter.ts';
import { countMails } from './read.ts';

/** Days (YYYY-MM-DD, UTC): from the first, and before the last. */
export interface Period {
  since: string;
  before: string;
}

export type Digest = Awaited<ReturnType<typeof readDigest>>;

/** Adds up the daily counts of a period: name → label → number. */
async function sumCounts({ query, schema }: Database, { since, before }: Period) {
  const rows = await query(
    `select name, label, sum(count) as count from ${schema}daily_counts
     where day >= $1 and day < $2
     group by 1, 2 order by 3 desc, 2`,
    [since, before],
  );
  return rows.map(({ name, label, count }) => ({
    name: String(name),
    label: String(label),
    count: Number(count),
  }));
}

/** Reads what happened in a period, and how long the list is now. Holds numbers and the names of campaigns only. */
export async function readDigest(database: Database, period: Period) {
  const { query, schema } = database;
  const counts = await sumCounts(database, period);
  const sum = (wanted: string): number =>
    counts.filter(({ name }) => name === wanted).reduce((total, { count }) => total + count, 0);
  const { condition, parameters } = conditionOf(database, { ...period });
  const [row] = await query(
    `select count(*) filter (where ${condition}) as joined, count(*) as total,
       count(confirmed_at) as confirmed, count(invited_at) as invited
     from ${schema}signups`,
    parameters,
  );
  return {
    ...period,
    pagesRead: sum('page_read'),
    dialogsOpened: sum('dialog_opened'),
    formsSent: sum('form_sent'),
    accepted: sum('signup_accepted'),
    /** Forms that were refused, or that failed. */
    notAccepted: Math.max(0, sum('form_sent') - sum('signup_accepted')),
    /** Accepted sign-ups by campaign, the largest first. */
    campaigns: counts
      .filter(({ name }) => name === 'campaign')
      .map(({ label, count }) => ({ campaign: label, accepted: count })),
    /** People who came onto the list in the period, and are on it still. */
    joined: Number(row?.joined),
    total: Number(row?.total),
    confirmed: Number(row?.confirmed),
    invited: Number(row?.invited),
    /** Mails to prospects, since the beginning. */
    mails: await countMails(database),
  };
}
