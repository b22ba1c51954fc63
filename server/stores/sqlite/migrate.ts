import type { DatabaseSync } from 'node:sqlite';
import { site } from '../../../shared/site.ts';
import { readMigrationFiles } from '../installed-files.ts';
import { StoreError } from '../store-error.ts';

/** The `application_id` of our files: “deck” in ASCII. Other programs’ SQLite files have another one. */
const applicationId = 0x6465636b;

/** The folder of the migrations. Each one raises `user_version` by one, and is never edited once released. */
const folder = 'server/stores/sqlite/migrations';

/** Returns the SQL of each migration, oldest first. */
export const readMigrations = (): string[] => readMigrationFiles(folder).map(({ sql }) => sql);

const numberOf = (database: DatabaseSync, pragma: string): number =>
  Number(database.prepare(`pragma ${pragma}`).get()?.[pragma]);

/** Returns whether another program made the file: its `application_id` is not ours, or it has tables and no version. */
function isForeign(database: DatabaseSync, version: number): boolean {
  if (version > 0) return numberOf(database, 'application_id') !== applicationId;
  return database.prepare('select 1 from sqlite_schema limit 1').get() !== undefined;
}

/** Throws when another program made the file. Changes nothing in the file. */
export function requireOurs(database: DatabaseSync, path: string): void {
  if (!isForeign(database, numberOf(database, 'user_version'))) return;
  throw new StoreError({
    code: 'foreign_file',
    path,
    problem: `${path} is another program’s`,
    remedy: `Set DATA_DIR to a folder of ${site.name}’s own.`,
  });
}

/** Returns the migrations that the file lacks. Throws when another program or a newer version made the file. */
export function missingMigrations(database: DatabaseSync, path: string): string[] {
  requireOurs(database, path);
  const migrations = readMigrations();
  const version = numberOf(database, 'user_version');
  if (version > migrations.length) {
    throw new StoreError({
      code: 'newer_version',
      path,
      problem: `${path} was written by a newer ${site.name} (its version is ${version}, this one knows ${migrations.length})`,
      remedy: 'Run that one, or restore a backup of this one.',
    });
  }
  return migrations.slice(version);
}

/** Applies the missing migrations. Throws like {@link missingMigrations}. */
export function migrateSqlite(database: DatabaseSync, path: string): void {
  const missing = missingMigrations(database, path);
  const version = numberOf(database, 'user_version') + missing.length;
  for (const sql of missing) database.exec(sql);
  database.exec(`pragma user_version = ${version}; pragma application_id = ${applicationId}`);
}
