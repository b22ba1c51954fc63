import { migrate } from '../postgres/migrate.ts';
import { createPool } from '../postgres/pool.ts';
import { runOf } from '../sqlite/erasure.ts';
import { StoreError } from '../store-error.ts';
import type { Erasure } from './erasures.ts';
import { saltInRunSql } from './forget-postgres.ts';
import { heldSeconds, type MoveTarget, merges } from './move-target.ts';
import { openPostgresDatabase } from './postgres.ts';

/** Erasures in one statement. */
const pageErasures = 10_000;

/** The rows of a JSON text as records of a table. */
const recordsOf = (table: string): string =>
  `json_populate_recordset(null::deckwright.${table}, $1::text::json) as moved`;

const assignment = (column: string): string =>
  `${column} = ${merges[column] ?? 'coalesce'}(known.${column}, excluded.${column})`;

const copySignups = (columns: readonly string[]): string =>
  `insert into deckwright.signups as known (${columns})
   select ${columns.map((column) => `moved.${column}`)} from ${recordsOf('signups')}
   on conflict (email) do update set ${columns.filter((name) => name !== 'email').map(assignment)}
   -- A row that was inserted, and not updated, has no transaction that locked it.
   returning (known.xmax = 0) as is_new`;

const countArrived = `select count(*)::integer as arrived from ${recordsOf('signups')}
  join deckwright.signups as known using (email)
  where known.created_at <= moved.created_at
    and known.last_seen_at >= moved.last_seen_at
    and known.times >= moved.times`;

/** SQLite keeps milliseconds, PostgreSQL microseconds. */
const isSameMail = `known.kind = moved.kind and known.email = moved.email
  and known.replaces is not distinct from moved.replaces
  and date_trunc('milliseconds', known.requested_at) = date_trunc('milliseconds', moved.requested_at)`;

function copyMails(columns: readonly string[]): string {
  const held = `greatest(moved.due_at, now() + interval '${heldSeconds} seconds')`;
  const values = columns.map((column) => (column === 'due_at' ? held : `moved.${column}`));
  return `with moved as materialized (select * from ${recordsOf('mails')}), merged as (
      update deckwright.mails as known set
        tries = greatest(known.tries, moved.tries),
        attempted_at = greatest(known.attempted_at, moved.attempted_at),
        sent_at = coalesce(known.sent_at, moved.sent_at),
        refused_at = coalesce(known.refused_at, moved.refused_at),
        refusal = coalesce(known.refusal, moved.refusal)
      from moved where ${isSameMail}
    )
    insert into deckwright.mails (${columns}) select ${values} from moved
    where not exists (select from deckwright.mails as known where ${isSameMail})
    returning 1`;
}

const copyErasures = `insert into deckwright.erasures (salt, address_hash, erased_at)
  select moved.salt, moved.address_hash, moved.erased_at from ${recordsOf('erasures')}
  on conflict (salt) do nothing`;

const removeErased = `delete from deckwright.signups as known using ${recordsOf('erasures')}
  where known.created_at < moved.erased_at
    and encode(sha256(convert_to(moved.salt || known.email, 'UTF8')), 'hex') = moved.address_hash`;

const removeErasedMails = `delete from deckwright.mails as known using ${recordsOf('erasures')}
  where known.requested_at < moved.erased_at and moved.address_hash in (
    encode(sha256(convert_to(moved.salt || known.email, 'UTF8')), 'hex'),
    encode(sha256(convert_to(moved.salt || known.replaces, 'UTF8')), 'hex')
  )`;

/** The parameter is a JSON list of runs. The target has the evidence of the runs already. */
const removeErasedInRuns = (table: string, column: string, since: string): string =>
  `delete from deckwright.${table} as known
   using deckwright.erasures as evidence, jsonb_array_elements_text($1::text::jsonb) as run
   where evidence.salt = ${saltInRunSql('run', `known.${column}`)}
     and known.${since} < evidence.erased_at`;

const removalsInRuns = [
  removeErasedInRuns('signups', 'email', 'created_at'),
  removeErasedInRuns('mails', 'email', 'requested_at'),
  removeErasedInRuns('mails', 'replaces', 'requested_at'),
];

const copyCounts = `insert into deckwright.daily_counts as known (day, name, label, count)
  select moved.day, moved.name, moved.label, moved.count from ${recordsOf('daily_counts')}
  on conflict (day, name, label) do update set count = greatest(known.count, excluded.count)`;

const copyNotices = `insert into deckwright.notices as known (version, text, first_shown_at)
  select moved.version, moved.text, moved.first_shown_at from ${recordsOf('notices')}
  on conflict (version) do update
  set first_shown_at = least(known.first_shown_at, excluded.first_shown_at)`;

const rememberTime = `insert into deckwright.internals as known (name, value)
  values ('earliest_erasure', $1)
  on conflict (name) do update set value = greatest(known.value, excluded.value)`;

/** Opens a PostgreSQL database, Supabase’s own included, and prepares its tables. Throws when it cannot. */
export async function openPostgresTarget(url: string): Promise<MoveTarget> {
  const pool = createPool(url, { size: 1, patienceMs: null });
  try {
    await migrate(pool);
  } catch (error) {
    await pool.end();
    const { message } = error as Error;
    throw new StoreError(
      {
        code: 'move_failed',
        problem: `the target could not be prepared: ${message}`,
        remedy: 'Check user, password, host, port, database, and the right to create a schema.',
      },
      error,
    );
  }
  const database = await openPostgresDatabase(url);
  const run = (statement: string, rows: readonly unknown[]) =>
    pool.query(statement, [JSON.stringify(rows)]);
  const remove = async (erasures: readonly Erasure[]): Promise<void> => {
    const runs = new Set(erasures.flatMap(({ salt }) => runOf(salt) ?? []));
    const singles = erasures.filter(({ salt }) => runOf(salt) === null);
    if (singles.length > 0) {
      await run(removeErased, singles);
      await run(removeErasedMails, singles);
    }
    if (runs.size === 0) return;
    for (const statement of removalsInRuns) await run(statement, [...runs]);
  };
  return {
    database,
    wantsIsoTimes: false,
    async dateErasuresFrom(time) {
      if (time !== null) await pool.query(rememberTime, [time]);
    },
    addNotices: async (notices) => void (await run(copyNotices, notices)),
    async addSignups(columns, rows) {
      const arrived = await run(copySignups(columns), rows);
      const copied = arrived.filter((row) => row.is_new).length;
      const [row] = await run(countArrived, rows);
      return { copied, known: arrived.length - copied, verified: Number(row?.arrived) };
    },
    addMails: async (columns, rows) => (await run(copyMails(columns), rows)).length,
    async applyErasures(erasures) {
      for (let at = 0; at < erasures.length; at += pageErasures) {
        await run(copyErasures, erasures.slice(at, at + pageErasures));
      }
      await remove(erasures);
    },
    removeErased: remove,
    addCounts: async (counts) => void (await run(copyCounts, counts)),
    async close() {
      await database.close();
      await pool.end();
    },
  };
}
