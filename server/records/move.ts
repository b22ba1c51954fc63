import type { Sql } from 'postgres';
import type { RecordsAnswer } from '../../shared/records.ts';
import { connect } from '../backends/postgres-connection.ts';
import { migrate } from '../backends/postgres-migrate.ts';
import { RecordsError, type RecordsOwner } from './owner.ts';

const pageRows = 500;

/**
 * Adds what the target lacks and never takes anything from it: the earlier beginning, the later end and the
 * larger count win. So it may run again, also where sign-ups arrive at the target already.
 */
const copySignups = `insert into deckwright.signups as known
  select (jsonb_populate_record(null::deckwright.signups, moved)).*
  from jsonb_array_elements($1::text::jsonb) as moved
  on conflict (email) do update set
    created_at = least(known.created_at, excluded.created_at),
    last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at),
    times = greatest(known.times, excluded.times)`;

const countArrived = `select count(*)::integer as arrived
  from jsonb_populate_recordset(null::deckwright.signups, $1::text::jsonb) as moved
  join deckwright.signups as known using (email)
  where known.created_at <= moved.created_at
    and known.last_seen_at >= moved.last_seen_at
    and known.times >= moved.times`;

const addErasures = `insert into deckwright.erasures
  select (jsonb_populate_record(null::deckwright.erasures, moved)).*
  from jsonb_array_elements($1::text::jsonb) as moved
  on conflict (salt) do nothing`;

/** What was erased here after an earlier move is erased there too. */
const eraseErased = `delete from deckwright.signups as known using deckwright.erasures as erased
  where known.created_at < erased.erased_at
    and encode(sha256(convert_to(erased.salt || known.email, 'UTF8')), 'hex') = erased.address_hash`;

async function* pagesOf({ query }: RecordsOwner): AsyncGenerator<{ page: string; rows: number }> {
  let after = '';
  for (;;) {
    const [row] = await query(
      `select coalesce(jsonb_agg(to_jsonb(page) order by page.email), '[]')::text as page,
         count(*)::integer as rows, max(page.email) as last
       from (
         select * from deckwright.signups where email > $1::text order by email limit ${pageRows}
       ) as page`,
      [after],
    );
    const rows = Number(row?.rows);
    if (rows > 0) yield { page: String(row?.page), rows };
    if (rows < pageRows) return;
    after = String(row?.last);
  }
}

async function openTarget(url: string): Promise<Sql> {
  let target: Sql | undefined;
  try {
    target = await connect(url, { max: 1, connect_timeout: 10 });
    await migrate(target);
    return target;
  } catch (error) {
    await target?.end({ timeout: 1 });
    throw new RecordsError(
      'target_unreachable',
      `The target could not be prepared: ${error instanceof Error ? error.message : error}`,
      'Check --to: user, password, host, port, database, and the right to create a schema.',
    );
  }
}

/** Copies a page in one transaction. @returns how many of its rows stand in the target afterwards. */
async function copyPage(target: Sql, page: string): Promise<number> {
  await target.unsafe(copySignups, [page]);
  const [row] = await target.unsafe(countArrived, [page]);
  return Number(row?.arrived);
}

/** Erasures go first, so that a row of before cannot lend its beginning to one of after. */
async function copyErasures({ query }: RecordsOwner, target: Sql): Promise<void> {
  const [erasures] = await query(
    `select coalesce(jsonb_agg(to_jsonb(erased)), '[]')::text as page
     from deckwright.erasures as erased`,
  );
  await target.unsafe(addErasures, [String(erasures?.page)]);
  await target.unsafe(eraseErased);
}

async function* copyAll(owner: RecordsOwner, target: Sql): AsyncGenerator<RecordsAnswer> {
  const [counted] = await owner.query('select count(*)::integer as total from deckwright.signups');
  let moved = 0;
  let verified = 0;
  await copyErasures(owner, target);
  for await (const { page, rows } of pagesOf(owner)) {
    verified += await copyPage(target, page);
    moved += rows;
    yield { progress: { done: moved, total: Math.max(moved, Number(counted?.total)) } };
  }
  await copyErasures(owner, target);
  if (verified !== moved) {
    throw new RecordsError(
      'not_verified',
      `${moved - verified} of ${moved} sign-ups are not in the target as they are here.`,
      'Nothing was removed here. Run it again; if it stays, look for triggers on the target’s table.',
    );
  }
  const [there] = await target`select count(*)::integer as total from deckwright.signups`;
  yield { done: { moved, verified, total: Number(there?.total) } };
}

/**
 * Copies every sign-up to a PostgreSQL database (Supabase’s too), counted and verified, page by page.
 * Nothing is removed here.
 */
export async function* move(owner: RecordsOwner, to: string): AsyncGenerator<RecordsAnswer> {
  const target = await openTarget(to);
  try {
    yield* copyAll(owner, target);
  } finally {
    await target.end({ timeout: 5 });
  }
}
