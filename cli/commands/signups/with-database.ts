import { statSync } from 'node:fs';
import type { StoreSettings } from '../../../server/config.ts';
import { erasureLogPath, openErasureLog } from '../../../server/stores/erasure-log.ts';
import type { Database } from '../../../server/stores/maintenance/database.ts';
import type { Erasing } from '../../../server/stores/maintenance/erase.ts';
import { completeErasureLog } from '../../../server/stores/maintenance/evidence.ts';
import { openPostgresDatabase } from '../../../server/stores/maintenance/postgres.ts';
import {
  openSqliteDatabase,
  type SqliteDatabase,
} from '../../../server/stores/maintenance/sqlite.ts';
import { signupsPath } from '../../../server/stores/sqlite/open.ts';
import { StoreError } from '../../../server/stores/store-error.ts';
import { backendOf, hasEvents } from '../../../shared/settings/backend.ts';
import { requireStoreSettings } from '../../environment.ts';
import { Failure, fileFailure, isExplained, messageOf } from '../../failure.ts';
import { warn } from '../../output/text.ts';
import { causes, unreachable } from '../../remote/unreachable.ts';
import type { Session } from '../../session.ts';

/** Opens a database, does the work, and closes the database however the work ends. Removes the line that shows progress. */
export async function using<Opened extends Database, Result>(
  { terminal }: Pick<Session, 'terminal'>,
  open: () => Opened | Promise<Opened>,
  work: (database: Opened) => Promise<Result>,
): Promise<Result> {
  let database: Opened | undefined;
  try {
    database = await open();
    return await work(database);
  } catch (thrown) {
    const error = database ? database.explain(thrown) : thrown;
    if (isExplained(error)) throw error;
    const { path } = Object(error);
    if (typeof path === 'string') {
      throw fileFailure(error, path, 'Name a place where this user may read and write.');
    }
    const { code, details } = unreachable(error);
    const remedy = code === 'tls' ? causes.database : code === 'http' ? undefined : details.remedy;
    throw new Failure('database', messageOf(error), remedy);
  } finally {
    terminal.progress('');
    await database?.close();
  }
}

/** Returns the settings. Throws a Failure when they do not say where the sign-ups are. Opens nothing. */
export function requireDatabaseSettings(session: Session): StoreSettings {
  const settings = requireStoreSettings(session);
  if (settings.DATABASE_URL || !settings.SUPABASE_URL) return settings;
  throw new Failure(
    'no_database',
    'the sign-ups are in Supabase, and the terminal reads them from the project’s database',
    'Set DATABASE_URL to the connection string of the project (Connect → Session pooler).',
  );
}

/**
 * Opens the sign-ups that the settings name, does the work, and closes the database however the work ends. Creates
 * nothing. Throws a Failure when there are no sign-ups, or when the settings do not say where they are.
 */
export async function withSignups<Result>(
  session: Session,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL, DATA_DIR } = requireDatabaseSettings(session);
  return using(
    session,
    () => (DATABASE_URL ? openPostgresDatabase(DATABASE_URL) : openSqliteDatabase(DATA_DIR)),
    work,
  );
}

/**
 * Opens the file in `DATA_DIR`, which holds the outbox of every backend, does the work, and closes the file however the
 * work ends.
 */
export async function withFile<Result>(
  session: Session,
  work: (database: SqliteDatabase) => Result | Promise<Result>,
): Promise<Result> {
  const { DATA_DIR } = requireStoreSettings(session);
  return using(
    session,
    () => openSqliteDatabase(DATA_DIR),
    async (file) => work(file),
  );
}

/**
 * Returns whether an outbox may hold sign-ups beside the database: with another backend than SQLite, and a file in
 * `DATA_DIR`. Throws a Failure when this user may not look into the folder, because a sign-up could wait there.
 */
export function hasOutboxFile(settings: StoreSettings): boolean {
  if (backendOf(settings) === 'sqlite') return false;
  const path = signupsPath(settings.DATA_DIR);
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw fileFailure(error, path, 'Set DATA_DIR to the folder of the server.');
  }
}

/** Returns what an erasure needs by the settings. A folder of backups that cannot be written is one warning. */
export function erasingOf(session: Session): Erasing {
  const settings = requireStoreSettings(session);
  let isWarned = false;
  const log = openErasureLog(settings.BACKUP_DIR, {
    error({ err }: { err?: unknown }, message: string) {
      if (isWarned) return;
      isWarned = true;
      const remedy = 'Mend the folder, and run `signups backup`, which adds the missing erasures.';
      warn(session.terminal, `${message}. ${messageOf(err)}. ${remedy}`);
    },
  });
  return { log, queuesEvents: hasEvents(settings) };
}

/**
 * Completes the log of erasures in `BACKUP_DIR`, because a command or a server may have been killed before it wrote there.
 * Returns the problem of a log that cannot be read, because the rest of the command has succeeded.
 */
export async function completeLog(
  session: Session,
  signups: Database,
  { log }: Erasing = erasingOf(session),
): Promise<string[]> {
  const { BACKUP_DIR: folder } = requireStoreSettings(session);
  if (folder === undefined) return [];
  try {
    await completeErasureLog(signups, folder, log);
    return [];
  } catch (error) {
    if (!(error instanceof StoreError && error.path === erasureLogPath(folder))) throw error;
    return [`A restore would not know of every erasure, because ${error.message}.`];
  }
}
