import type { Sql } from 'postgres';
import { type Migration, readSqlFiles } from '../../project/files.ts';

/** The files that Supabase applies, as they are. */
export const readMigrations = (): Migration[] => readSqlFiles('supabase/migrations');

/** Any number that all replicas agree on. */
const migrationLock = 4_921_377;

const createTable = `create schema if not exists deckwright;
  create table if not exists deckwright.migrations (
    name text primary key,
    applied_at timestamptz not null default now()
  );
  revoke all on deckwright.migrations from public;
  alter table deckwright.migrations enable row level security`;

/** The names in a table, or none where there is no such table. */
async function namesIn(sql: Sql, table: string, column: string): Promise<string[]> {
  const [found] = await sql`select to_regclass(${table})::text as name`;
  if (!found?.name) return [];
  const rows = await sql.unsafe(`select ${column} as name from ${table}`);
  return rows.map(({ name }) => String(name));
}

/**
 * The migrations that the database lacks. Read without a lock. Those that the Supabase CLI applied are known by its
 * own table, and a database from before the table of migrations has the first.
 */
async function missing(sql: Sql, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await namesIn(sql, 'deckwright.migrations', 'name');
  const pushed = await namesIn(sql, 'supabase_migrations.schema_migrations', 'version');
  const [found] = await sql`select to_regclass('deckwright.signups')::text as name`;
  const baseline = found?.name ? migrations[0]?.name : undefined;
  return migrations.filter(
    ({ name }) =>
      name !== baseline && !applied.includes(name) && !pushed.includes(name.split('_')[0] ?? ''),
  );
}

/**
 * Never settles once the connection is closed: `begin` rejects then by itself, whereas the rollback that the driver
 * would send after a rejection of ours ends the process. https://github.com/porsager/postgres/issues/1208
 */
const unlessClosed = (error: NodeJS.ErrnoException): Promise<never> =>
  error.code === 'CONNECTION_CLOSED' ? new Promise(() => {}) : Promise.reject(error);

async function applyMissing(transaction: Sql, all: readonly Migration[]): Promise<void> {
  await transaction`set local lock_timeout = '3s'`;
  await transaction`select pg_advisory_xact_lock(${migrationLock})`;
  const lacking = await missing(transaction, all);
  if (lacking.length === 0) return;
  await transaction.unsafe(createTable);
  for (const migration of lacking) await transaction.unsafe(migration.sql);
  for (const { name } of all) {
    await transaction`insert into deckwright.migrations (name) values (${name})
      on conflict do nothing`;
  }
}

/**
 * Applies what the database lacks, while no other replica does, and records it; never anything twice. A database
 * that lacks nothing is only read, so that a start waits for no lock.
 * Rejects after 3 seconds of waiting for one: then nothing was changed.
 */
export async function migrate(sql: Sql, all = readMigrations()): Promise<void> {
  if ((await missing(sql, all)).length === 0) return;
  await sql.begin((transaction) =>
    applyMissing(transaction as unknown as Sql, all).catch(unlessClosed),
  );
}
