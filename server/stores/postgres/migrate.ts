import pTimeout from 'p-timeout';
import type { Sql } from 'postgres';
import { type Migration, readMigrationFiles } from '../installed-files.ts';
import { connect } from './connection.ts';

/** Milliseconds for all migrations: on a connection that fell silent they would wait for a quarter of an hour. */
const migratingMs = 60_000;

/** Returns the migrations that Supabase applies, oldest first. */
export const readMigrations = (): Migration[] => readMigrationFiles('supabase/migrations');

/** The key of the advisory lock: a number that every replica uses. */
const migrationLock = 4_921_377;

const createTable = `create schema if not exists deckwright;
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
async function exists(sql: Sql, table: string): Promise<boolean> {
  const rows = await sql`select from pg_catalog.pg_tables
    where schemaname || '.' || tablename = ${table}`;
  return rows.length > 0;
}

/** Returns the values of a column, or none when there is no such table. */
async function valuesIn(sql: Sql, table: string, column: string): Promise<string[]> {
  if (!(await exists(sql, table))) return [];
  const rows = await sql.unsafe(`select ${column} as value from ${table}`);
  return rows.map(({ value }) => String(value));
}

/**
 * Returns the migrations that the database lacks. Takes no lock. The Supabase CLI records its migrations in a table of
 * its own. A database from before our table of migrations has the first migration.
 */
async function findMissing(sql: Sql, all: readonly Migration[]): Promise<Migration[]> {
  const applied = await valuesIn(sql, 'deckwright.migrations', 'name');
  const pushed = await valuesIn(sql, 'supabase_migrations.schema_migrations', 'version');
  const baseline = (await exists(sql, 'deckwright.signups')) ? all[0]?.name : undefined;
  return all.filter(
    ({ name }) =>
      name !== baseline && !applied.includes(name) && !pushed.includes(name.split('_')[0] ?? ''),
  );
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Returns one text with every statement. PostgreSQL runs a text of several statements as one transaction, so that a
 * connection that is lost leaves all of it or nothing, and no rollback has to be sent over a lost connection.
 */
function transactionOf(missing: readonly Migration[], all: readonly Migration[]): string {
  const isMissing = (migration: Migration): boolean => missing.includes(migration);
  const record = ({ name }: Migration): string =>
    `insert into deckwright.migrations (name) values (${literal(name)})`;
  return [
    `set local lock_timeout = '3s'`,
    `select pg_advisory_xact_lock(${migrationLock})`,
    createTable,
    // Fails when another replica applied the migration while this one waited for the lock.
    ...missing.map(record),
    ...all.filter((one) => !isMissing(one)).map((one) => `${record(one)} on conflict do nothing`),
    ...missing.map(({ sql }) => sql),
  ].join(';\n');
}

/** PostgreSQL’s code for a row that breaks a unique key. */
const isDuplicate = (error: unknown): boolean => Object(error).code === '23505';

/**
 * Applies the migrations that the database lacks, all or none, and records them. Applies nothing twice, also when
 * several replicas start at once. Takes no lock when nothing is missing.
 * Rejects after 3 seconds of waiting for a lock; nothing is changed then.
 */
export async function migrate(sql: Sql, all = readMigrations()): Promise<void> {
  const missing = await findMissing(sql, all);
  if (missing.length === 0) return;
  try {
    await sql.unsafe(transactionOf(missing, all));
  } catch (error) {
    const isDone = isDuplicate(error) && (await findMissing(sql, all)).length === 0;
    if (!isDone) throw error;
  }
}

/**
 * Migrates the database at an address over a connection of its own, because the pool gives each statement only a few
 * seconds. Resolves with the time of the first migration; null where the Supabase CLI applied them all.
 * Rejects with the reason.
 */
export async function migrateDatabase(url: string): Promise<Date | null> {
  const sql = await connect(url, { max: 1, connect_timeout: 5 });
  const work = async (): Promise<Date | null> => {
    await migrate(sql);
    if ((await valuesIn(sql, 'deckwright.migrations', 'name')).length === 0) return null;
    const [row] = await sql`select min(applied_at) as first from deckwright.migrations`;
    return row?.first ?? null;
  };
  try {
    return await pTimeout(work(), {
      milliseconds: migratingMs,
      message: `the migrations did not end within ${migratingMs / 1_000} s`,
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
}
