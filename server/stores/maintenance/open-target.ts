import { existsSync } from 'node:fs';
import { migrateDatabase } from '../postgres/migrate.ts';
import { openSignups, signupsPath } from '../sqlite/open.ts';
import { StoreError } from '../store-error.ts';
import type { Database } from './database.ts';
import { openPostgresDatabase } from './postgres.ts';
import { openSqliteDatabase } from './sqlite.ts';

/**
 * Opens the database that gets rows, and prepares its tables. Throws when it cannot.
 * @param target the address of a PostgreSQL database, or a data folder.
 */
export async function openTarget(target: string): Promise<Database> {
  if (!target.includes('://')) {
    if (!existsSync(signupsPath(target))) openSignups(target, { create: true }).close();
    return openSqliteDatabase(target);
  }
  try {
    await migrateDatabase(target);
  } catch (error) {
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
  return openPostgresDatabase(target);
}
