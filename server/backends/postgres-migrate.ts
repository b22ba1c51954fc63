import type { Sql } from 'postgres';
import { readMigrations } from './migrations.ts';

/** Any number that all replicas agree on. */
const migrationLock = 4_921_377;

/** Applies the migrations while no other replica does. */
export async function migrate(sql: Sql): Promise<void> {
  const migrations = await readMigrations();
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${migrationLock})`;
    for (const migration of migrations) await transaction.unsafe(migration);
  });
}
