import { setTimeout } from 'node:timers/promises';

/** Milliseconds between two transactions, in which the server gets the lock of an SQLite file. */
const pauseMs = 20;

/**
 * Runs `batch`, which returns the number of rows that it changed, until it returns 0.
 * @param progress is called with the number of rows that were changed so far.
 * @returns the number of changed rows.
 */
export async function repeatBatch(
  batch: () => Promise<number>,
  progress: (done: number) => void = () => {},
): Promise<number> {
  let done = 0;
  let changed = await batch();
  while (changed > 0) {
    done += changed;
    progress(done);
    await setTimeout(pauseMs);
    changed = await batch();
  }
  return done;
}
