import { setTimeout } from 'node:timers/promises';

/** Waits between two transactions, so that the server gets the lock of an SQLite file. */
export const pause = (): Promise<void> => setTimeout(20);

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
    await pause();
    changed = await batch();
  }
  return done;
}
