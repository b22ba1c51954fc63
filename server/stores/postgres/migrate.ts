import { type Migration, readMigrationFiles } from '../installed-files.ts';
import { createPool, type Pool, type Query } from './pool.ts';
import { explain } from './problems.ts';

/** Milliseconds for all migrations. Without a limit they would wait a quarter of an hour on a connection that fell silent. */
const migratingMs = 60_000;

/** Returns the migrations that Supabase applies, oldest first. */
export const readMigrations = (): Migration[] => readMigrationFiles('supabase/migrations');

/** The key of the advisory lock: a number that every replica uses. */
const migrationLock = 4_921_377;

const createTable = `create schema if not exists deckwright;
  create schema if not exists public;
  create table if not exists deckwright.migrations (
    name text primary key,
    applied_at timestamptz not null default now()
  );
  revoke all on deckwright.migrations from public;
  alter table deckwright.migrations enable row level security`;

/**
 * Returns whether a table exists. Reads the catalog as a table, because `to_regclass` may answer from the connection’s
 * cache, and miss a table that another replica made while this one waited for the lock.
 */
async function exists(query: Query, table: string): Promise<boolean> {
  const named = `select from pg_catalog.pg_tables where schemaname || '.' || tablename = $1`;
  return (await query(named, [table])).length > 0;
}

/** Returns the values of a column, or none when there is no such table. */
async function valuesIn(query: Query, table: string, column: string): Promise<string[]> {
  if (!(await exists(query, table))) return [];
  const rows = await query(`select ${column} as value from ${table}`);
  return rows.map(({ value }) => String(value));
}

/**
 * Returns the migrations that the database lacks. Takes no lock. The Supabase CLI records its migrations in a table of
 * its own.
 */
async function findMissing(query: Query, all: readonly Migration[]): Promise<Migration[]> {
  const applied = await valuesIn(query, 'deckwright.migrations', 'name');
  const pushed = await valuesIn(query, 'supabase_migrations.schema_migrations', 'version');
  return all.filter(
    ({ name }) => !applied.includes(name) && !pushed.includes(name.split('_')[0] ?? ''),
  );
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Returns one text with every statement. PostgreSQL runs a text of several statements as one transaction. A connection
 * that is lost leaves all of it or nothing, and needs no rollback.
 */
function transactionOf(missing: readonly Migration[], all: readonly Migration[]): string {
  const isMissing = (migration: Migration): boolean => missing.includes(migration);
  const record = ({ name }: Migration): string =>
    `insert into deckwright.migrations (name) values (${literal(name)})`;
  return [
    `set local lock_timeout = '3s'`,
    // The role may have a limit that is too short for a large table.
    `set local statement_timeout = ${migratingMs}`,
    `select pg_advisory_xact_lock(${migrationLock})`,
    createTable,
    // Fails when another replica applied the migration while this one waited for the lock.
    ...missing.map(record),
    ...all.filter((one) => !isMissing(one)).map((one) => `${record(one)} on conflict do nothing`),
    ...missing.map(({ sql }) => sql),
  ].join(';\n');
}

/** Returns whether an error has PostgreSQL’s code for a row that breaks a unique key. */
const isDuplicate = (error: unknown): boolean => Object(error).code === '23505';

/**
 * Applies the migrations that the database lacks, all or none, and records them. Applies nothing twice, also when
 * several replicas start at once. Takes no lock when nothing is missing.
 * Rejects after 3 seconds of waiting for a lock; nothing is changed then.
 */
export async function migrate(
  { query }: Pick<Pool, 'query'>,
  all = readMigrations(),
): Promise<void> {
  const missing = await findMissing(query, all);
  if (missing.length === 0) return;
  try {
    await query(transactionOf(missing, all));
  } catch (error) {
    const isDone = isDuplicate(error) && (await findMissing(query, all)).length === 0;
    if (!isDone) throw error;
  }
}

const firstStatement = `select to_char(min(applied_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    as first from deckwright.migrations`;

/** Returns when the first migration ran; null where the Supabase CLI applied all of them. */
export async function readFirstMigration({ query }: Pick<Pool, 'query'>): Promise<Date | null> {
  if (!(await exists(query, 'deckwright.migrations'))) return null;
  const [row] = await query(firstStatement);
  return typeof row?.first === 'string' ? new Date(row.first) : null;
}

/**
 * Migrates the database at an address over a session of its own, because the pool gives each statement only a few
 * seconds. Resolves with the time of the first migration; null where the Supabase CLI applied them all.
 * Rejects with the cause and its remedy.
 */
export async function migrateDatabase(url: string): Promise<Date | null> {
  const pool = createPool(url, { size: 1, timeoutMs: migratingMs });
  try {
    await migrate(pool);
    return await readFirstMigration(pool);
  } catch (error) {
    throw await explain(error, pool);
  } finally {
    await pool.end();
  }
}
