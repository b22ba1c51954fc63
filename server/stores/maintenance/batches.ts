import { setTimeout } from 'node:timers/promises';

/**
 * Rows that one transaction on the SQLite file changes: some 2 ms. The server’s sign-ups wait so long, because SQLite
 * allows one writer at a time.
 */
export const sqliteBatchRows = 50;

/** Milliseconds between two transactions, in which the server gets the lock of the file. */
const pauseMs = 20;

/**
 * Runs `batch`, which returns the number of rows that it changed, until it returns 0.
 * @param progress is called with the number of rows that were changed so far.
 * @returns the number of changed rows.
 */
export async function repeatBatch(
  batch: () => number | Promise<number>,
  progress: (done: number) => void = () => {},
): Promise<number> {
  let done = 0;
  for (;;) {
    const changed = await batch();
    if (changed === 0) return done;
    done += changed;
    progress(done);
    await setTimeout(pauseMs);
  }
}
