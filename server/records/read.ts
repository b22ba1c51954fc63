import type { RecordsAnswer, SignupCounts, SignupRecord } from '../../shared/records.ts';
import { isoTime } from './iso-time.ts';
import type { Query, RecordsOwner } from './owner.ts';

/** Rows fetched at once: an export of any length needs the memory of one page. */
const pageRows = 500;
const defaultListRows = 50;

const columns = `email, source, bot_check as "botCheck", ${isoTime('created_at')} as "createdAt",
  ${isoTime('last_seen_at')} as "lastSeenAt", times`;

const asRecord = (row: Record<string, unknown>): SignupRecord => ({
  email: String(row.email),
  source: String(row.source),
  botCheck: String(row.botCheck) as SignupRecord['botCheck'],
  createdAt: String(row.createdAt),
  lastSeenAt: String(row.lastSeenAt),
  times: Number(row.times),
});

async function countBy(query: Query, expression: string): Promise<Record<string, number>> {
  const rows = await query(
    `select ${expression} as part, count(*)::integer as signups
     from deckwright.signups group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ part, signups }) => [String(part), Number(signups)]));
}

/** How many sign-ups there are, by source, by day (UTC) and by verdict of the bot check. */
export async function* count({ query }: RecordsOwner): AsyncGenerator<RecordsAnswer> {
  const [row] = await query('select count(*)::integer as total from deckwright.signups');
  const counts: SignupCounts = {
    total: Number(row?.total),
    bySource: await countBy(query, 'source'),
    byDay: await countBy(query, `to_char(created_at at time zone 'utc', 'YYYY-MM-DD')`),
    byBotCheck: await countBy(query, 'bot_check'),
  };
  yield { done: counts };
}

/** The newest sign-ups first. */
export async function* list(
  { query }: RecordsOwner,
  limit = defaultListRows,
): AsyncGenerator<RecordsAnswer> {
  const rows = await query(
    `select ${columns} from deckwright.signups order by created_at desc, email limit $1::integer`,
    [limit],
  );
  for (const row of rows) yield { row: asRecord(row) };
  yield { done: { rows: rows.length } };
}

/** Every sign-up, oldest first, a page at a time; each page starts after the last row of the one before. */
export async function* exportAll({ query }: RecordsOwner): AsyncGenerator<RecordsAnswer> {
  let after: readonly unknown[] = ['-infinity', ''];
  let rowsSent = 0;
  for (;;) {
    const rows = await query(
      `select ${columns}, created_at::text as position from deckwright.signups
       where (created_at, email) > ($1::text::timestamptz, $2::text)
       order by created_at, email limit ${pageRows}`,
      after,
    );
    for (const row of rows) yield { row: asRecord(row) };
    rowsSent += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) break;
    after = [last.position, last.email];
  }
  yield { done: { rows: rowsSent } };
}
