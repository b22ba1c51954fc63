import { closeSync, fsyncSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** Runs one statement. @returns the number of rows that it changed. */
export const change = (
  connection: DatabaseSync,
  statement: string,
  ...parameters: (string | null)[]
): number => Number(connection.prepare(statement).run(...parameters).changes);

/**
 * Empties the write-ahead log, so that no deleted row remains in it. In the file itself, `secure_delete` overwrites
 * deleted rows. Throws when another process still reads an older state of the database.
 */
export function emptyLog(connection: DatabaseSync): void {
  const done = connection.prepare('pragma wal_checkpoint(truncate)').get();
  if (done?.busy === 0) return;
  throw new Error(
    'the row is gone, and another process still reads what was before it: run this again to sweep the log',
  );
}

/** Makes the content of files and folders survive a loss of power. */
export function syncToDisk(...paths: string[]): void {
  for (const path of paths) {
    const file = openSync(path, 'r');
    fsyncSync(file);
    closeSync(file);
  }
}
