import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, isDiskFull, requireWhole } from '../sqlite/errors.ts';
import { migrateSqlite } from '../sqlite/migrate.ts';
import { signupsPath } from '../sqlite/open.ts';
import { requireOurSchema } from '../sqlite/schema.ts';
import { createWorkFolder, sweepWorkFolders } from '../sqlite/work-folder.ts';
import { syncToDisk } from '../sqlite/write.ts';
import { StoreError } from '../store-error.ts';
import { type BackupFile, readBackup, removeFacts } from './backup-files.ts';
import { copyDatabase, countRows, finishCopy } from './copy.ts';
import {
  applyErasures,
  dateErasuresFrom,
  type Erasure,
  findEarliestErasure,
  readErasures,
} from './erasures.ts';
import { keptPath } from './leftovers.ts';
import { requireOwner } from './sqlite.ts';

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const notABackup = (file: string, reason: string): StoreError =>
  new StoreError({
    code: 'not_a_backup',
    path: file,
    problem: `${file} cannot be restored: ${reason}`,
    remedy: 'Name a file that `signups backup` wrote.',
  });

/** Returns what `work` reads from the present sign-ups, or null when their file is damaged or of another program. */
function read<Result>(
  connection: DatabaseSync | null,
  work: (connection: DatabaseSync) => Result,
): Result | null {
  try {
    return connection && work(connection);
  } catch {
    return null;
  }
}

/** The files of a restore: the backup, and the file that it replaces. */
export interface Replacement {
  backup: BackupFile;
  /** The present file; null when there is none. Its `signups` are null when the file cannot be read. */
  present: { file: string; signups: number | null } | null;
}

/** Returns what a restore will do. Changes nothing. Throws when the backup is no backup. */
export function inspectRestore(file: string, directory: string): Replacement {
  requireOwner(directory);
  const backup = readBackup(resolve(file));
  if (backup.problem) throw notABackup(backup.file, backup.problem);
  const path = signupsPath(directory);
  if (!existsSync(path)) return { backup, present: null };
  const connection = new DatabaseSync(path);
  try {
    return { backup, present: { file: path, signups: read(connection, countRows) } };
  } finally {
    connection.close();
  }
}

/**
 * Opens the present sign-ups, and keeps every other process from the file until the connection is closed. To leave
 * the write-ahead log, SQLite wants a lock that only the one process with the file open can get. So no server, on
 * whatever port, has the file open.
 * @returns null when the file is damaged: then SQLite cannot say who has it open.
 */
function holdAlone(path: string): DatabaseSync | null {
  const connection = new DatabaseSync(path, { timeout: 0 });
  try {
    // With exclusive locking, the lock outlives the transaction.
    connection.exec(
      'pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive; commit',
    );
    return connection;
  } catch (error) {
    connection.close();
    if (!isBusy(error)) return null;
    throw new StoreError({
      code: 'in_use',
      path,
      problem: `${path} is in use`,
      remedy: 'Stop the server, and every command that has it open, first.',
    });
  }
}

/**
 * Ends the mails of a restored copy that were sent or refused since the backup was made, so that no mail goes out twice.
 * @param present the present file; null when it cannot be read.
 */
function endMails(copied: DatabaseSync, present: DatabaseSync | null): void {
  const waiting = copied
    .prepare(
      `select id, kind, email, replaces, requested_at from mails
       where sent_at is null and refused_at is null`,
    )
    .all();
  const end = copied.prepare(
    'update mails set sent_at = ?, refused_at = ?, refusal = ? where id = ?',
  );
  read(present, (connection) => {
    const find = connection.prepare(
      `select sent_at, refused_at, refusal from mails
       where kind = ? and email = ? and replaces is ? and requested_at = ?`,
    );
    for (const { id, kind, email, replaces, requested_at } of waiting) {
      const found = find.get(kind ?? null, email ?? null, replaces ?? null, requested_at ?? null);
      const { sent_at = null, refused_at = null, refusal = null } = found ?? {};
      end.run(sent_at, refused_at, refusal, id ?? null);
    }
  });
}

/** Reads the evidence of all erasures up to the first damaged page. Calls `onDamage` when there is one. */
function* readableErasures(present: DatabaseSync, onDamage: () => void): Generator<Erasure> {
  try {
    yield* readErasures(present);
  } catch {
    onDamage();
  }
}

/**
 * Copies a backup into the work folder, checks the copy, migrates it, and applies to it what happened since.
 * @param isReplacing whether there is a present file.
 * @param present the present file; null when there is none, or when it cannot be opened.
 */
async function prepareCopy(
  backup: string,
  copy: string,
  isReplacing: boolean,
  present: DatabaseSync | null,
) {
  let isDamaged = isReplacing && !present;
  const onDamage = () => {
    isDamaged = true;
  };
  try {
    await copyFile(backup, copy);
    return finishCopy(copy, (copied) => {
      copied.exec('pragma secure_delete = on');
      requireOurSchema(copied, backup);
      requireWhole(copied);
      copied.exec('begin');
      migrateSqlite(copied, backup);
      removeFacts(copied);
      const evidence = present ? readableErasures(present, onDamage) : [];
      const { added, erased } = applyErasures(copied, evidence);
      // The rows of the present file may come back by another restore.
      dateErasuresFrom(copied, read(present, findEarliestErasure));
      endMails(copied, present);
      copied.exec('commit');
      return { signups: countRows(copied), erasures: isDamaged ? null : added, erased };
    });
  } catch (error) {
    throw isDiskFull(error) ? error : notABackup(backup, messageOf(error));
  }
}

/**
 * Keeps the present file under another name. The kept file is a copy, not a second link to the same file: a killed
 * restore would leave two names for one file, and two processes with two logs would destroy it.
 * @returns the new name.
 */
async function keepAside(path: string, held: DatabaseSync | null, work: string): Promise<string> {
  const [kept, copy] = [keptPath(path), join(work, 'kept.db')];
  try {
    if (!held) throw new Error(`${path} is damaged`);
    await copyDatabase(held, copy);
  } catch {
    await copyFile(path, copy);
  }
  syncToDisk(copy);
  renameSync(copy, kept);
  // The log may hold rows that a damaged file lacks.
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${kept}-wal`);
  syncToDisk(dirname(path));
  return kept;
}

/**
 * Puts a backup in the place of the sign-ups, keeps the present file under another name (`kept`), and erases from the
 * restored file what was erased from the present one (`erased` rows by `erasures` that the backup did not have;
 * `erasures` is null when a damaged file could not say).
 * Throws when the backup is not whole or not ours, or when a process has the sign-ups open; then nothing has changed.
 */
export async function restoreBackup(backup: string, directory: string) {
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
    const restored = await prepareCopy(resolve(backup), copy, isThere, held);
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
