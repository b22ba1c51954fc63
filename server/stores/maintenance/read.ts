import { type Column, columns, type ExportedRow } from '../../../shared/signup/fields.ts';
import { mailKinds } from '../delivery-queue.ts';
import type { Database } from './database.ts';
import { conditionOf, type SignupFilter } from './filter.ts';

export type SignupCounts = Awaited<ReturnType<typeof countSignups>>;

/**
 * The daily counts: day → name (`page_read`, `dialog_opened`, `form_sent`, `signup_accepted`, `campaign`) → page, source or
 * campaign → number.
 */
type Funnel = Record<string, Record<string, Record<string, number>>>;

const selected = ({ time }: Database, { column, kind, exportedAs }: Column): string =>
  `${kind === 'time' ? time(column) : column} as "${exportedAs}"`;

const columnsOf = (database: Database): string =>
  columns
    .filter(({ exportedAs }) => exportedAs)
    .map((column) => selected(database, column))
    .join(', ');

async function readFunnel({ query, schema, day: dayOf }: Database): Promise<Funnel> {
  const rows = await query(
    `select ${dayOf('day')} as day, name, label, count from ${schema}daily_counts order by 1`,
  );
  const funnel: Funnel = {};
  for (const { day, name, label, count } of rows) {
    funnel[String(day)] ??= {};
    const ofDay = funnel[String(day)] ?? {};
    ofDay[String(name)] = { ...ofDay[String(name)], [String(label)]: Number(count) };
  }
  return funnel;
}

/** SQL of the kinds of deliveries that are mails. The others are events for another system. */
export const mailKindsSql = `(${mailKinds.map((kind) => `'${kind}'`).join(', ')})`;

/** Counts the waiting, the sent and the refused mails. */
export async function countMails({ query, schema }: Database) {
  const [row] = await query(
    `select count(*) filter (where sent_at is null and refused_at is null) as waiting,
      count(sent_at) as sent, count(refused_at) as refused
     from ${schema}deliveries where kind in ${mailKindsSql}`,
  );
  return {
    waiting: Number(row?.waiting),
    sent: Number(row?.sent),
    refused: Number(row?.refused),
  };
}

/** The numbers of one campaign, from sign-up to invitation. */
interface CampaignCounts {
  /** Sign-ups that were saved, a repeated one each time. */
  sent: number;
  /** People on the list. */
  signups: number;
  confirmed: number;
  invited: number;
}

async function countByCampaign({ query, schema }: Database) {
  const sent = await query(
    `select label, sum(count) as sent from ${schema}daily_counts where name = 'campaign' group by 1`,
  );
  const people = await query(
    `select campaign, count(*) as signups, count(confirmed_at) as confirmed,
       count(invited_at) as invited
     from ${schema}signups where campaign is not null group by 1`,
  );
  // A map, because a stranger may call a campaign `__proto__`.
  const counts = new Map<string, CampaignCounts>();
  const none = { sent: 0, signups: 0, confirmed: 0, invited: 0 };
  for (const row of sent) counts.set(String(row.label), { ...none, sent: Number(row.sent) });
  for (const row of people) {
    const name = String(row.campaign);
    counts.set(name, {
      sent: counts.get(name)?.sent ?? 0,
      signups: Number(row.signups),
      confirmed: Number(row.confirmed),
      invited: Number(row.invited),
    });
  }
  const byPeople = [...counts].sort(
    ([a, x], [b, y]) => y.signups - x.signups || y.sent - x.sent || (a < b ? -1 : 1),
  );
  return Object.fromEntries(byPeople);
}

/** Counts the sign-ups by source, by day (UTC) and by verdict of the bot check, and reads the daily counts. */
export async function countSignups(database: Database) {
  const { query, schema, time } = database;
  const countBy = async (part: string): Promise<Record<string, number>> => {
    const rows = await query(
      `select ${part} as part, count(*) as signups from ${schema}signups group by 1 order by 1`,
    );
    return Object.fromEntries(rows.map(({ part, signups }) => [String(part), Number(signups)]));
  };
  const bySource = await countBy('source');
  const [row] = await query(
    `select count(confirmed_at) as confirmed, count(invited_at) as invited from ${schema}signups`,
  );
  return {
    total: Object.values(bySource).reduce((sum, signups) => sum + signups, 0),
    bySource,
    /** Day (YYYY-MM-DD, UTC) → sign-ups. */
    byDay: await countBy(`substr(${time('created_at')}, 1, 10)`),
    byBotCheck: await countBy('bot_check'),
    confirmed: Number(row?.confirmed),
    /** Mails to prospects. */
    mails: await countMails(database),
    byCampaign: await countByCampaign(database),
    invited: Number(row?.invited),
    funnel: await readFunnel(database),
  };
}

/** Yields the newest sign-ups of a filter first, at most `limit` of them. */
export function listSignups(
  database: Database,
  limit: number,
  filter: SignupFilter = {},
): AsyncGenerator<ExportedRow> {
  const { condition, parameters } = conditionOf(database, filter, [limit]);
  const rows: AsyncGenerator<unknown> = database.stream(
    `select ${columnsOf(database)} from ${database.schema}signups where ${condition}
     order by created_at desc, email limit $1`,
    parameters,
  );
  return rows as AsyncGenerator<ExportedRow>;
}

/** Counts the people of a filter, or all people. */
export async function countSelected(
  database: Database,
  filter: SignupFilter = {},
): Promise<number> {
  const { query, schema } = database;
  const { condition, parameters } = conditionOf(database, filter);
  const sql = `select count(*) as people from ${schema}signups where ${condition}`;
  const [row] = await query(sql, parameters);
  return Number(row?.people);
}

/** Yields the sign-ups of a filter, or every sign-up, the oldest first. */
export function exportSignups(
  database: Database,
  filter: SignupFilter = {},
): AsyncGenerator<ExportedRow> {
  const { condition, parameters } = conditionOf(database, filter);
  const rows: AsyncGenerator<unknown> = database.stream(
    `select ${columnsOf(database)} from ${database.schema}signups where ${condition}
     order by created_at, email`,
    parameters,
  );
  return rows as AsyncGenerator<ExportedRow>;
}
