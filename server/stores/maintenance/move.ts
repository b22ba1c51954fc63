import type { Sql } from 'postgres';
import { connect } from '../postgres/connection.ts';
import { migrate } from '../postgres/migrate.ts';
import type { Database, Row } from './database.ts';

const pageRows = 500;

/** Adds rows, given as JSON, to a table of the target. */
const copy = (table: string, onConflict: string, where = ''): string =>
  `insert into deckwright.${table} as known
   select moved.* from jsonb_populate_recordset(null::deckwright.${table}, $1::text::jsonb) as moved
   ${where} on conflict ${onConflict}`;

/** SQL of whether a row is of before its address was erased. */
const isErased = (row: string): string =>
  `${row}.created_at < erased.erased_at
    and encode(sha256(convert_to(erased.salt || ${row}.email, 'UTF8')), 'hex') = erased.address_hash`;

/**
 * Adds what the target lacks and never takes anything from it: the earlier beginning, the later end and the
 * larger count win. So it may run again, also where sign-ups arrive at the target already.
 */
const copySignups = copy(
  'signups',
  `(email) do update set
    created_at = least(known.created_at, excluded.created_at),
    last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at),
    times = greatest(known.times, excluded.times)
  -- A row that was inserted, and not updated, has no transaction that locked it.
  returning (known.xmax = 0) as is_new`,
  `where not exists (select from deckwright.erasures as erased where ${isErased('moved')})`,
);
const copyErasures = copy('erasures', '(salt) do nothing');
/** Where both count on one day, the larger number stays: added up, a second move would count twice. */
const copyCounts = copy(
  'daily_counts',
  '(day, name, label) do update set count = greatest(known.count, excluded.count)',
);

const countArrived = `select count(*)::integer as arrived
  from jsonb_populate_recordset(null::deckwright.signups, $1::text::jsonb) as moved
  join deckwright.signups as known using (email)
  where known.created_at <= moved.created_at
    and known.last_seen_at >= moved.last_seen_at
    and known.times >= moved.times`;

/** What was erased here after an earlier move is erased there too. */
const eraseErased = `delete from deckwright.signups as known using deckwright.erasures as erased
  where ${isErased('known')}`;

async function* pagesOf(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let page: Row[] = [];
  for await (const row of rows) {
    page.push(row);
    if (page.length < pageRows) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Erasures go first, so that a row of before cannot lend its beginning to one of after. */
async function eraseThere({ query, schema }: Database, target: Sql): Promise<void> {
  const erasures = await query(
    `select salt, address_hash, cast(erased_at as text) as erased_at from ${schema}erasures`,
  );
  await target.unsafe(copyErasures, [JSON.stringify(erasures)]);
  await target.unsafe(eraseErased);
}

/** Every column; times as text in full precision. */
const selectAll = ({ schema }: Database): string =>
  `select email, source, bot_check, user_agent, form_fill_time_ms, cast(created_at as text) as created_at,
     cast(last_seen_at as text) as last_seen_at, times, cast(seen_on as text) as seen_on, times_that_day
   from ${schema}signups order by email`;

/**
 * Copies every sign-up to a PostgreSQL database (Supabase’s too), counted and verified, page by page.
 * Nothing is removed here. Throws where a row did not arrive as it is here.
 */
export async function moveSignups(source: Database, url: string, progress: (done: number) => void) {
  const target = await connect(url, { max: 1, connect_timeout: 10 });
  try {
    const moved = {
      /** Sign-ups that the target did not have. */
      copied: 0,
      /** Those that it had, and now has with the earlier beginning, the later end and the larger count. */
      known: 0,
      /** Those that it has evidence of an erasure of, and does not get again. */
      erased: 0,
      /** Copied and known ones that stand in the target as they do here. */
      verified: 0,
    };
    let done = 0;
    await migrate(target).catch((error: Error) => {
      throw new Error(
        `the target could not be prepared: ${error.message}. Check user, password, host, port, database, and the right to create a schema`,
      );
    });
    await eraseThere(source, target);
    for await (const page of pagesOf(source.stream(selectAll(source)))) {
      const json = JSON.stringify(page);
      const arrived = await target.unsafe(copySignups, [json]);
      const copied = arrived.filter((row) => row.is_new).length;
      const [row] = await target.unsafe(countArrived, [json]);
      moved.copied += copied;
      moved.known += arrived.length - copied;
      moved.erased += page.length - arrived.length;
      moved.verified += Number(row?.arrived);
      done += page.length;
      progress(done);
    }
    await eraseThere(source, target);
    const counts = await source.query(
      `select cast(day as text) as day, name, label, count from ${source.schema}daily_counts`,
    );
    await target.unsafe(copyCounts, [JSON.stringify(counts)]);
    const missing = done - moved.erased - moved.verified;
    if (missing !== 0) {
      throw new Error(
        `${missing} of ${done} sign-ups are not in the target as they are here; nothing was removed here. Run it again; if it stays, look for triggers on the target’s table`,
      );
    }
    const [there] = await target`select count(*)::integer as total from deckwright.signups`;
    return { ...moved, total: Number(there?.total) };
  } finally {
    await target.end({ timeout: 5 });
  }
}
