import type { CountName, DailyCount, SignupStore } from '../../shared/signup/store.ts';
import type { Logger } from '../observability/log.ts';

/** Milliseconds after which what was counted is written down: one write, however many visitors came. */
const everyMs = 10_000;

export type DailyCounter = ReturnType<typeof createDailyCounter>;

/**
 * Counts what visitors do, as numbers by day; nothing tells one visitor from another.
 * @param add where the counts go; what could not be written is tried again with the next.
 */
export function createDailyCounter(add: SignupStore['addCounts'], log: Pick<Logger, 'warn'>) {
  let counts = new Map<string, DailyCount>();
  const count = (name: CountName, label: string, times = 1): void => {
    const key = `${name} ${label}`;
    const known = counts.get(key);
    if (known) known.count += times;
    else counts.set(key, { name, label, count: times });
  };
  const write = async (): Promise<void> => {
    if (counts.size === 0) return;
    const written = [...counts.values()];
    counts = new Map();
    try {
      await add(written);
    } catch (err) {
      log.warn({ err }, 'the counts of the day could not be written');
      for (const one of written) count(one.name, one.label, one.count);
    }
  };
  const timer = setInterval(write, everyMs).unref();
  return {
    count,
    /** Writes down what is not yet. */
    close() {
      clearInterval(timer);
      return write();
    },
  };
}
