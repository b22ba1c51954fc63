import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { syncToDisk } from '../sqlite/durable-files.ts';
import { isDamage, isDiskFull, requireWhole } from '../sqlite/errors.ts';
import { migrateSqlite } from '../sqlite/migrate.ts';
import { signupsPath } from '../sqlite/open.ts';
import { requireOurSchema } from '../sqlite/schema.ts';
import { createWorkFolder, sweepWorkFolders } from '../sqlite/work-folder.ts';
import { StoreError } from '../store-error.ts';
import { type BackupFile, countRows, readBackup, removeFacts } from './backup-files.ts';
import type { Database } from './database.ts';
import { findGap, type Gap, logSource, writeErasuresSince } from './evidence.ts';
import { load, sourceOf } from './load.ts';
import { endMails } from './load-deliveries.ts';
import { holdAlone, inUse, keepAside } from './present-file.ts';
import { countSelected } from './read.ts';
import { finishCopy } from './snapshot.ts';
import { databaseOf, openSqliteFile, requireOwner } from './sqlite.ts';

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const notABackup = (file: string, reason: string): StoreError =>
  new StoreError({
    code: 'not_a_backup',
    path: file,
    problem: `${file} cannot be restored: ${reason}`,
    remedy: 'Name a file that `signups backup` wrote.',
  });

/** Reads what a file says about itself. Throws when the file is no backup. */
export function requireBackup(file: string): BackupFile {
  const backup = readBackup(resolve(file));
  if (backup.problem) throw notABackup(backup.file, backup.problem);
  return backup;
}

/** What a restore needs to know besides the backup. */
export interface Restore {
  backup: BackupFile;
  /** Folders whose log of erasures is read. */
  logFolders: readonly string[];
  /** Whether the operator accepts that nothing knows whom they erased since the backup. */
  accept: boolean;
}

/** Throws when there is no witness of the erasures since the backup, and the operator has not accepted it. */
function requireAccepted(gap: Gap | null, { backup, accept }: Restore): void {
  if (!gap || accept) return;
  const since = `${gap.from.slice(0, 10)} ${gap.from.slice(11, 16)}`;
  throw new StoreError({
    code: 'erasures_unknown',
    path: backup.file,
    problem: `nothing here knows whom you erased since ${since} UTC; nothing was restored`,
    remedy:
      'Look for the folder with erasures.jsonl (BACKUP_DIR), and name it by BACKUP_DIR. Or say --accept, and then erase again each person whom you erased since.',
  });
}

/** The tables of the present file that a restored copy needs: whom not to bring back, whom not to mail, and mailed links. */
const carried = ['address_keys', 'erasures', 'stops', 'links', 'mail_counts'] as const;

/** Prepares the copy of a backup in a work folder. @param held the present file; null: there is none, or it is damaged. */
async function prepareCopy(
  copy: string,
  held: DatabaseSync | null,
  path: string,
  restore: Restore,
) {
  const { file, madeAt } = restore.backup;
  const present = held && databaseOf(held, path);
  await copyFile(file, copy);
  // A copied file has the mode of its original.
  chmodSync(copy, 0o600);
  return finishCopy(copy, async (copied) => {
    const { connection } = copied;
    try {
      connection.exec('pragma secure_delete = on');
      requireOurSchema(connection, file);
      requireWhole(connection);
      migrateSqlite(connection, file);
    } catch (error) {
      throw isDiskFull(error) ? error : notABackup(file, messageOf(error));
    }
    removeFacts(connection);
    const gap = await findGap(copied, madeAt, present, restore.logFolders);
    requireAccepted(gap, restore);
    let erased = 0;
    for (const folder of restore.logFolders) {
      erased += (await load(logSource(folder), copied)).removed;
    }
    try {
      if (present) erased += (await load(sourceOf(present), copied, { only: carried })).removed;
      await endMails(copied, present);
    } catch (error) {
      if (!isDamage(error)) throw error;
      await endMails(copied, null);
    }
    if (gap) await writeErasuresSince(copied, gap.until);
    return { signups: countRows(connection), erased, gap };
  });
}

/**
 * Puts a backup in the place of the sign-ups, and keeps the present file under another name (`kept`). Leaves out the
 * rows of people who were erased since (`erased`). `gap` is the time whose erasures are unknown. Throws when
 * the backup is not whole or not ours, when a process has the sign-ups open, and when there is a gap that the operator
 * has not accepted. Nothing has changed then.
 */
export async function restoreFile(directory: string, restore: Restore) {
  const path = signupsPath(directory);
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  requireOwner(directory);
  sweepWorkFolders(folder);
  const isThere = existsSync(path);
  const held = isThere ? holdAlone(path) : null;
  const work = createWorkFolder(folder);
  try {
    const copy = join(work.path, 'copy.db');
    const restored = await prepareCopy(copy, held, path, restore);
    // A server has started meanwhile, and may have taken sign-ups.
    if (!isThere && existsSync(path)) throw inUse(path);
    const kept = isThere ? await keepAside(path, held, work.path) : null;
    // A log that stays would be applied to the restored file.
    for (const companion of [`${path}-wal`, `${path}-shm`]) rmSync(companion, { force: true });
    renameSync(copy, path);
    syncToDisk(path, folder);
    return { file: path, ...restored, kept };
  } finally {
    held?.close();
    work.remove();
  }
}

/**
 * Adds the rows of a backup to a PostgreSQL database, which keeps its own rows, and says what {@link restoreFile} says.
 * @param progress is called with the number of sign-ups that were read so far.
 */
export async function restoreInto(
  database: Database,
  restore: Restore,
  progress: (done: number) => void,
) {
  const { file, madeAt } = restore.backup;
  const source = openSqliteFile(file);
  try {
    const gap = await findGap(source, madeAt, database, restore.logFolders);
    requireAccepted(gap, restore);
    let erased = 0;
    for (const folder of restore.logFolders) {
      erased += (await load(logSource(folder), database)).removed;
    }
    const loaded = await load(sourceOf(source), database, { waitingMails: 'end', progress });
    if (gap) await writeErasuresSince(database, gap.until);
    return {
      file: null,
      signups: await countSelected(database),
      erased: erased + loaded.erased + loaded.removed,
      gap,
      kept: null,
    };
  } finally {
    await source.close();
  }
}
