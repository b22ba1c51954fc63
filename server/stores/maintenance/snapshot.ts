import { rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { createSignups } from '../sqlite/create.ts';
import { publish, syncToDisk } from '../sqlite/durable-files.ts';
import { isDamage, requireWhole } from '../sqlite/errors.ts';
import { explainSqliteError } from '../sqlite/explain.ts';
import { withoutTemporaryFiles } from '../sqlite/open.ts';
import { createWorkFolder, sweepWorkFolders } from '../sqlite/work-folder.ts';
import {
  type BackupFile,
  countRows,
  isNamedByUs,
  listBackups,
  writeFacts,
} from './backup-files.ts';
import type { Database } from './database.ts';
import { load, sourceOf } from './load.ts';
import { databaseOf, type SqliteDatabase } from './sqlite.ts';

export type Snapshot = Awaited<ReturnType<typeof takeSnapshot>>;

/**
 * Copies an opened SQLite file, which other processes may use meanwhile, to a new file of mode 0600. Rejects only when
 * nothing writes to the copy any more, so that the caller can remove it.
 * @param openFile opens the new file.
 */
export async function copyDatabase(
  connection: DatabaseSync,
  copy: string,
  openFile: typeof open = open,
): Promise<void> {
  const file = await openFile(copy, 'wx', 0o600);
  let isCopied = false;
  // Copies all pages in one step, because a sign-up between two steps would make the copy start again.
  const copying = backup(connection, copy, { rate: 2 ** 31 - 1 }).finally(() => {
    isCopied = true;
  });
  // Brings the pages to the disk while they are copied. A server on the same disk cannot save sign-ups while the disk
  // writes a whole copy at once: some 100 ms for a million sign-ups.
  const syncing = async () => {
    while (!isCopied) await file.datasync();
  };
  const ends = await Promise.allSettled([copying, syncing()]);
  await file.close();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Runs `work` on a copy, and leaves one durable file without a write-ahead log. */
export async function finishCopy<Result>(
  copy: string,
  work: (copied: SqliteDatabase) => Promise<Result>,
): Promise<Result> {
  const connection = new DatabaseSync(copy);
  try {
    // The copy reaches the disk at the end.
    connection.exec('pragma trusted_schema = off; pragma synchronous = off');
    connection.exec(withoutTemporaryFiles);
    const result = await work(databaseOf(connection, copy));
    connection.exec('pragma journal_mode = delete');
    return result;
  } finally {
    connection.close();
    syncToDisk(copy);
  }
}

const isSqlite = (database: Database): database is SqliteDatabase => 'connection' in database;

/**
 * Copies a database to a new SQLite file while servers write: the pages of an SQLite file, or the rows of PostgreSQL. The
 * copy is opened, checked and counted before it gets its name. Removes what killed commands left in the folder. Throws
 * when the name is taken or the file cannot be written.
 */
export async function takeSnapshot(database: Database, file: string, now = new Date()) {
  const folder = dirname(file);
  sweepWorkFolders(folder);
  const newest = Math.max(0, ...listBackups(folder).map(({ number }) => number ?? 0));
  const facts = { number: newest + 1, madeAt: now.toISOString() };
  const work = createWorkFolder(folder);
  try {
    const copy = join(work.path, 'copy.db');
    if (isSqlite(database)) await copyDatabase(database.connection, copy);
    else createSignups(copy);
    const signups = await finishCopy(copy, async (copied) => {
      if (!isSqlite(database)) {
        // A key that the source lacks would make the copy look like a backup of another database.
        copied.connection.exec('delete from address_keys');
        await load(sourceOf(database), copied);
      }
      requireWhole(copied.connection);
      writeFacts(copied.connection, facts);
      return countRows(copied.connection);
    });
    publish(copy, file);
    return { file, bytes: statSync(file).size, signups, ...facts };
  } catch (error) {
    // A copy is damaged where its source is damaged.
    const isSourceDamaged = isSqlite(database) && isDamage(error);
    throw isSourceDamaged ? explainSqliteError(error, database.connection.location() ?? '') : error;
  } finally {
    work.remove();
  }
}

/**
 * Removes the oldest backups that `backup --to` named, until so many are left. Files that are no backups, and `made`,
 * the backup of this run, always stay.
 * @returns the removed files.
 */
export function removeAllBut(keep: number, folder: string, made: string): BackupFile[] {
  const ours = listBackups(folder).filter(({ file, problem }) => isNamedByUs(file) && !problem);
  const others = ours.filter(({ file }) => file !== made);
  const removed = others.slice(keep - 1);
  for (const { file } of removed) rmSync(file);
  return removed;
}
