import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { explainSqliteError, isDamage, requireWhole } from '../sqlite/errors.ts';
import type { SqliteDatabase } from './sqlite.ts';

export type Backup = Awaited<ReturnType<typeof backUp>>;

/** A file beside another under a name that nobody can have prepared; readable by nobody else. */
export function createUnfinished(file: string): string {
  const path = join(dirname(file), `.${basename(file)}.${randomUUID()}`);
  // Refused where the name is taken, by a link too.
  closeSync(openSync(path, 'wx', 0o600));
  return path;
}

/** Makes what was written outlive a loss of power. */
export function syncToDisk(...paths: string[]): void {
  for (const path of paths) {
    const file = openSync(path, 'r');
    fsyncSync(file);
    closeSync(file);
  }
}

/** Makes one file of a copy, without companions, and counts the sign-ups in it. Throws where it is not whole. @param then before it is closed. */
export function finish(copied: string, then?: (copy: DatabaseSync) => void): number {
  const copy = new DatabaseSync(copied);
  try {
    copy.exec('pragma journal_mode = delete');
    requireWhole(copy);
    const row = copy.prepare('select count(*) as signups from signups').get();
    then?.(copy);
    return Number(row?.signups);
  } finally {
    copy.close();
  }
}

/**
 * Copies the sign-ups to a file that does not exist yet, while a server goes on. The copy is opened, checked and
 * counted before it gets its name. Throws where the name is taken or the file cannot be written.
 */
export async function backUp({ connection }: SqliteDatabase, file: string) {
  const unfinished = createUnfinished(file);
  try {
    // In one step: between two, a sign-up of the server’s would make it begin again.
    await backup(connection, unfinished, { rate: 2 ** 31 - 1 });
    const signups = finish(unfinished);
    syncToDisk(unfinished);
    // The name is taken first, by a file of ours, since a rename would replace somebody else’s.
    closeSync(openSync(file, 'wx', 0o600));
    renameSync(unfinished, file);
    syncToDisk(dirname(file));
    return { file, bytes: statSync(file).size, signups };
  } catch (error) {
    // A copy is damaged where its source is.
    throw isDamage(error) ? explainSqliteError(error, connection.location() ?? '') : error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}
