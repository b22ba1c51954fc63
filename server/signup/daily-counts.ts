import {
  type CountName,
  type DailyCount,
  mostCounts,
  type SignupStore,
} from '../../shared/signup/store.ts';
import type { Logger } from '../observability/log.ts';

/** Milliseconds between two writes. One write holds the counts of all visitors. */
const intervalMs = 10_000;
const dayMs = 86_400_000;

export type DailyCounter = ReturnType<typeof createDailyCounter>;

/**
 * Counts what visitors do, as numbers by day. Nothing identifies a visitor. An event counts for the day (UTC) on
 * which it happened. Counts that could not be written are written later. A crash may lose a count, and a lost answer of the
 * database may double a count.
 * @param now in milliseconds.
 */
export function createDailyCounter(
  add: SignupStore['addCounts'],
  log: Pick<Logger, 'warn'>,
  now = Date.now,
) {
  /**
   * Numbers by day since 1970, name and label. One key made of all three for each request takes a tenth of the time of
   * `GET /`.
   */
  const counts = new Map<number, Map<CountName, Map<string, number>>>();
  let writing: Promise<void> | undefined;

  const addTo = (day: number, name: CountName, label: string, count: number): void => {
    const names = counts.get(day) ?? new Map<CountName, Map<string, number>>();
    const labels = names.get(name) ?? new Map<string, number>();
    labels.set(label, (labels.get(label) ?? 0) + count);
    names.set(name, labels);
    counts.set(day, names);
  };
  /** Returns the counts that are not written yet, and removes them from `counts`. */
  const takeAll = (): DailyCount[] => {
    const taken: DailyCount[] = [];
    for (const [day, names] of counts) {
      const date = new Date(day * dayMs).toISOString().slice(0, 10);
      for (const [name, labels] of names)
        for (const [label, count] of labels) taken.push({ day: date, name, label, count });
    }
    counts.clear();
    return taken;
  };
  const writeAll = async (): Promise<void> => {
    const pending = takeAll();
    try {
      while (pending.length > 0) {
        await add(pending.slice(0, mostCounts));
        pending.splice(0, mostCounts);
      }
    } catch (err) {
      for (const { day, name, label, count } of pending)
        addTo(Date.parse(day) / dayMs, name, label, count);
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
      addTo(Math.floor(now() / dayMs), name, label, 1);
    },
    /** Waits for a write under way, and then writes the rest. */
    async close() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}
