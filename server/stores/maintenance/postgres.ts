import { createPool } from '../postgres/pool.ts';
import { StoreError } from '../store-error.ts';
import type { ColumnInfo, Database } from './database.ts';
import { forgetInPostgres } from './forget-postgres.ts';
import { inviteInPostgres } from './waves-postgres.ts';

/** PostgreSQL’s codes for a missing schema and a missing table. */
const missing = new Set(['3F000', '42P01']);

function explain(error: unknown): unknown {
  if (!missing.has(Object(error).code)) return error;
  return new StoreError({
    code: 'no_data',
    problem: 'no sign-up data in the database',
    remedy: 'Start the server once, or run `supabase db push`.',
  });
}

/**
 * Removes the sign-up and the mails of an address, and adds evidence, also when there was no row: another database may
 * have one. One statement does all of it, so that no row goes without evidence. The erasure is dated after the newest row,
 * also when the clock was set back since: a restore or a move removes only rows that are older than the erasure.
 */
const eraseStatement = `with signups as (
    delete from deckwright.signups where email = $1 returning created_at
  ), mails as (
    delete from deckwright.mails where email = $1 or replaces = $1 returning requested_at
  ), dates as (
    select created_at as dated from signups union all select requested_at from mails
  ), erased as (
    select count(*)::integer as rows, max(dated) as newest_row from dates
  ), evidence as (
    select deckwright.add_erasure($1, newest_row) from erased
  )
  select rows, (select count(*) from evidence) from erased`;

/** SQL of the earliest time of an erasure that removes any row of a table, or any row that the database has lost. */
const earliestErasures = {
  signups: "max(created_at) + interval '1 millisecond'",
  mails: "max(requested_at) + interval '1 millisecond'",
  internals: "max(value::timestamptz) filter (where name = 'earliest_erasure')",
};

const columnsStatement = `select column_name as name, data_type as type
  from information_schema.columns where table_schema = 'deckwright' and table_name = $1
  order by ordinal_position`;

function kindOf(type: unknown): ColumnInfo['kind'] {
  if (type === 'date') return 'day';
  return String(type).startsWith('timestamp') ? 'time' : 'other';
}

/** Opens a PostgreSQL database, Supabase’s own included. Creates nothing. */
export async function openPostgresDatabase(url: string): Promise<Database> {
  const pool = createPool(url, { size: 2, patienceMs: null });
  const stream: Database['stream'] = async function* (statement, ...parameters) {
    try {
      // Only a `select` can be read by a cursor.
      if (statement.startsWith('select')) yield* pool.stream(statement, parameters);
      else yield* await pool.query(statement, parameters);
    } catch (error) {
      throw explain(error);
    }
  };
  // `analyze` renews the planner’s statistics, which hold addresses. Without `index_cleanup` PostgreSQL skips the indexes
  // when few rows are dead, and the address stays in the pages of the primary key.
  const sweep = () =>
    pool.query('vacuum (analyze, index_cleanup on) deckwright.signups, deckwright.mails');
  const database: Database = {
    schema: 'deckwright.',
    time: (column) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    stream,
    query: (...asked) => Array.fromAsync(stream(...asked)),
    columns: async (table) =>
      Array.fromAsync(stream(columnsStatement, table), ({ name, type }) => ({
        name: String(name),
        kind: kindOf(type),
      })),
    async erase(email) {
      const [erased] = await Array.fromAsync(stream(eraseStatement, email));
      const rows = Number(erased?.rows);
      if (rows > 0) await sweep();
      return rows;
    },
    async findEarliestErasure() {
      const times: string[] = [];
      for (const [table, earliest] of Object.entries(earliestErasures)) {
        // A database of an older version lacks tables.
        if ((await database.columns(table)).length === 0) continue;
        const statement = `select ${database.time(`(${earliest})`)} as time from deckwright.${table}`;
        for (const { time } of await database.query(statement)) if (time) times.push(String(time));
      }
      return times.toSorted().at(-1) ?? null;
    },
    invite: (invitation) => inviteInPostgres(database, invitation),
    unfinishedInvitation: () => null,
    async forget(age, progress) {
      const forgotten = await forgetInPostgres(database, age, progress);
      // Also after a run that erased nothing, because the run before may have been killed before its sweep.
      await sweep();
      return forgotten;
    },
    explain,
    close: pool.end,
  };
  return database;
}
