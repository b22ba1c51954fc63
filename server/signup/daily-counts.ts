import { randomUUID } from 'node:crypto';
import {
  type CountBatch,
  type CountName,
  type DailyCount,
  largestBatch,
  type SignupStore,
} from '../../shared/signup/store.ts';
import type { Logger } from '../observability/log.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** Milliseconds between two writes. One write holds the counts of all visitors. */
const intervalMs = 10_000;

export type DailyCounter = ReturnType<typeof createDailyCounter>;

/**
 * Counts what visitors do, as numbers by day. Nothing identifies a visitor. An event counts for the day (UTC) on
 * which it happened. A batch that could not be written is sent again unchanged, before any other: its id tells the
 * database when a lost answer belonged to a batch that it has added already.
 * @param now in milliseconds.
 */
export function createDailyCounter(
  add: SignupStore['addCounts'],
  log: Pick<Logger, 'warn'>,
  now = Date.now,
) {
  const counts = new Map<string, DailyCount>();
  /** The day of the last event: its number since 1970, and its date as `YYYY-MM-DD`. */
  let today = { number: Number.NaN, date: '' };
  let unsent: CountBatch | undefined;
  let writing: Promise<void> | undefined;

  /** Returns the date (UTC). It is formatted once a day, because formatting it costs each page 4 %. */
  const dateNow = (): string => {
    const number = Math.floor(now() / dayMs);
    if (number !== today.number) {
      today = { number, date: new Date(number * dayMs).toISOString().slice(0, 10) };
    }
    return today.date;
  };
  const nextBatch = (): CountBatch | undefined => {
    const entries = [...counts].slice(0, largestBatch);
    for (const [key] of entries) counts.delete(key);
    if (entries.length === 0) return undefined;
    return { batch: randomUUID(), counts: entries.map(([, count]) => count) };
  };
  const writeAll = async (): Promise<void> => {
    try {
      for (unsent ??= nextBatch(); unsent; unsent = nextBatch()) await add(unsent);
    } catch (err) {
      log.warn({ err }, 'the daily counts could not be written');
    }
  };
  /** Writes what is not written yet. One write runs at a time. */
  const write = (): Promise<void> => {
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    return writing;
  };
  const timer = setInterval(write, intervalMs).unref();
  return {
    count(name: CountName, label: string): void {
      const day = dateNow();
      const key = `${day} ${name} ${label}`;
      const known = counts.get(key);
      if (known) known.count += 1;
      else counts.set(key, { day, name, label, count: 1 });
    },
    /** Waits for a write under way, and then writes the rest. */
    async close() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}
