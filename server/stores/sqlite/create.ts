import { closeSync, lstatSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { publish, syncToDisk } from './durable-files.ts';
import { migrateSqlite } from './migrate.ts';
import { createWorkFolder } from './work-folder.ts';

/** The row of `internals` with the time at which the file was created, ISO 8601 in UTC. */
const madeAtName = 'made_at';

/** Returns when the file was created. */
export function readMadeAt(database: DatabaseSync): Date | null {
  const row = database.prepare('select value from internals where name = ?').get(madeAtName);
  return row ? new Date(String(row.value)) : null;
}

function build(file: string, path: string): void {
  // SQLite would create the file with the mode of the umask. Its companions get the mode of the file.
  closeSync(openSync(file, 'wx', 0o600));
  const database = new DatabaseSync(file);
  try {
    // `syncToDisk` brings the whole file to the disk at the end.
    database.exec('pragma synchronous = off');
    migrateSqlite(database, path);
    database
      .prepare('insert into internals (name, value) values (?, ?)')
      .run(madeAtName, new Date().toISOString());
    // Last: in a log, the tables would reach the file only at the close, which does not report a full disk.
    database.exec('pragma journal_mode = wal');
  } finally {
    database.close();
  }
  syncToDisk(file);
}

/**
 * Creates the file of the sign-ups (mode 0600) and its folder (mode 0700), unless there is a file. Builds the file
 * under another name, and gives it its own name when it is complete. A killed process leaves no half of a file, and
 * two servers that start at once use the same file.
 * @returns whether this call created the file.
 */
export function createSignups(path: string): boolean {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (lstatSync(path, { throwIfNoEntry: false })) return false;
  const work = createWorkFolder(folder);
  try {
    const file = join(work.path, 'signups.db');
    build(file, path);
    publish(file, path);
    return true;
  } catch (error) {
    // Another server was faster.
    if (Object(error).code === 'EEXIST') return false;
    throw error;
  } finally {
    work.remove();
  }
}
