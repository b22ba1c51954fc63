import { setTimeout } from 'node:timers/promises';
import type { Age, Database } from './database.ts';
import { conditionOf } from './filter.ts';

/** Sign-ups that are erased in one transaction: some 20 ms. A sign-up of the server waits so long. */
export const batchRows = 500;

/** Milliseconds between two transactions, in which the server gets the lock of the file. */
const pauseMs = 20;

/** Returns the part of the filter that both databases share. */
export const filterOfAge = ({ before, notInvited }: Age) => ({
  before,
  ...(notInvited && { notInvited: true as const }),
});

/** Counts the sign-ups that {@link Database.forget} would erase. Changes nothing. */
export async function countForgettable(database: Database, age: Age): Promise<number> {
  const { condition, parameters } = conditionOf(database, filterOfAge(age));
  const [row] = await database.query(
    `select count(*) as signups from ${database.schema}signups where ${condition}`,
    ...parameters,
  );
  return Number(row?.signups);
}

/**
 * Runs `batch`, which returns the number of rows that it erased, until it returns 0.
 * @param progress is called with the number of rows that were erased so far.
 */
export async function repeatBatch(
  batch: () => number | Promise<number>,
  progress: (done: number) => void,
): Promise<number> {
  let done = 0;
  for (;;) {
    const erased = await batch();
    if (erased === 0) return done;
    done += erased;
    progress(done);
    await setTimeout(pauseMs);
  }
}
