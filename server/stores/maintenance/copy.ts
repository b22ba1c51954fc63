import { chmodSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { syncToDisk } from '../sqlite/write.ts';

/**
 * Copies an opened database, which other processes may use meanwhile, to a new file of mode 0600. Rejects only when
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

/** Runs `work` on a copy, and leaves one durable file of mode 0600 without a write-ahead log. */
export function finishCopy<Result>(
  copy: string,
  work: (connection: DatabaseSync) => Result,
): Result {
  // A copied file has the mode of its original.
  chmodSync(copy, 0o600);
  const connection = new DatabaseSync(copy);
  try {
    connection.exec('pragma trusted_schema = off');
    const result = work(connection);
    connection.exec('pragma journal_mode = delete');
    return result;
  } finally {
    connection.close();
    syncToDisk(copy);
  }
}

/** Counts the sign-ups in a file. */
export const countRows = (connection: DatabaseSync): number =>
  Number(connection.prepare('select count(*) as signups from signups').get()?.signups);
