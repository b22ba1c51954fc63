import {
  type CountName,
  type DailyCount,
  mostCounts,
  type SignupStore,
} from '../../shared/signup/store.ts';
import type { Logger } from '../observability/log.ts';

/** Milliseconds between two writes. One write holds the counts of all visitors. */
const intervalMs = 10_000;

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
  const counts = new Map<string, DailyCount>();
  let writing: Promise<void> | undefined;

  const addTo = (key: string, added: DailyCount): void => {
    const known = counts.get(key);
    if (known) known.count += added.count;
    else counts.set(key, added);
  };
  const writeAll = async (): Promise<void> => {
    const pending = [...counts];
    counts.clear();
    try {
      while (pending.length > 0) {
        await add(pending.slice(0, mostCounts).map(([, count]) => count));
        pending.splice(0, mostCounts);
      }
    } catch (err) {
      for (const [key, count] of pending) addTo(key, count);
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
      const day = new Date(now()).toISOString().slice(0, 10);
      addTo(`${day} ${name} ${label}`, { day, name, label, count: 1 });
    },
    /** Waits for a write under way, and then writes the rest. */
    async close() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}
