import { linkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { explainSqliteError, isDamage, requireWhole } from '../sqlite/errors.ts';
import { createWorkFolder, sweepWorkFolders } from '../sqlite/work-folder.ts';
import { syncToDisk } from '../sqlite/write.ts';
import { type BackupFile, isNamedByUs, listBackups, writeFacts } from './backup-files.ts';
import { copyDatabase, countRows, finishCopy } from './copy.ts';
import type { SqliteDatabase } from './sqlite.ts';

export type Backup = Awaited<ReturnType<typeof backUp>>;

/** Errors of file systems without hard links, such as exFAT and some network file systems. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Gives a finished file its name. Throws when the name is taken, even by a link. */
function publish(copy: string, file: string): void {
  try {
    linkSync(copy, file);
  } catch (error) {
    if (!withoutLinks.has(Object(error).code)) throw error;
    // An empty file takes the name, because a rename would replace a file of somebody else.
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
    renameSync(copy, file);
  }
  syncToDisk(dirname(file));
}

/**
 * Copies the sign-ups to a new file while a server writes. The copy is opened, checked and counted before it gets its
 * name. Removes what killed backups left in the folder. Throws when the name is taken or the file cannot be written.
 */
export async function backUp({ connection }: SqliteDatabase, file: string, now = new Date()) {
  const folder = dirname(file);
  sweepWorkFolders(folder);
  const newest = Math.max(0, ...listBackups(folder).map(({ number }) => number ?? 0));
  const facts = { number: newest + 1, madeAt: now.toISOString() };
  const work = createWorkFolder(folder);
  try {
    const copy = join(work.path, 'copy.db');
    await copyDatabase(connection, copy);
    const signups = finishCopy(copy, (copied) => {
      requireWhole(copied);
      writeFacts(copied, facts);
      return countRows(copied);
    });
    publish(copy, file);
    return { file, bytes: statSync(file).size, signups, ...facts };
  } catch (error) {
    // A copy is damaged where its source is damaged.
    throw isDamage(error) ? explainSqliteError(error, connection.location() ?? '') : error;
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
