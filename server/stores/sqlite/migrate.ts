import type { DatabaseSync } from 'node:sqlite';
import { readSqlFiles } from '../../project/files.ts';
import { StoreError } from '../store-error.ts';

/** “deck” in ASCII: tells our file from any other SQLite file (`PRAGMA application_id`). */
const applicationId = 0x6465636b;

/** What leads from one version of the file to the next (`PRAGMA user_version`); never edited once released. */
const folder = 'server/stores/sqlite/migrations';

/** The SQL of each migration, oldest first. */
export const readMigrations = (): string[] => readSqlFiles(folder).map(({ sql }) => sql);

const numberOf = (database: DatabaseSync, pragma: string): number =>
  Number(database.prepare(`pragma ${pragma}`).get()?.[pragma]);

/** A file of no version that holds tables, or of another application, is somebody else’s. */
function isForeign(database: DatabaseSync, version: number): boolean {
  if (version > 0) return numberOf(database, 'application_id') !== applicationId;
  return database.prepare('select 1 from sqlite_schema limit 1').get() !== undefined;
}

/** The migrations that the file lacks. Throws where it is another program’s, or was written by a newer version. */
export function missingMigrations(database: DatabaseSync, path: string): string[] {
  const migrations = readMigrations();
  const version = numberOf(database, 'user_version');
  if (isForeign(database, version)) {
    throw new StoreError({
      code: 'foreign_file',
      path,
      problem: `${path} is another program’s`,
      remedy: 'Set DATA_DIR to a folder of Deckwright’s own.',
    });
  }
  if (version > migrations.length) {
    throw new StoreError({
      code: 'newer_version',
      path,
      problem: `${path} was written by a newer Deckwright (its version is ${version}, this one knows ${migrations.length})`,
      remedy: 'Run that one, or restore a backup of this one.',
    });
  }
  return migrations.slice(version);
}

/** Brings the file up to date. Throws as {@link missingMigrations}. */
export function migrateSqlite(database: DatabaseSync, path: string): void {
  const missing = missingMigrations(database, path);
  const version = numberOf(database, 'user_version') + missing.length;
  for (const sql of missing) database.exec(sql);
  database.exec(`pragma user_version = ${version}; pragma application_id = ${applicationId}`);
}
