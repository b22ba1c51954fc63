import { setTimeout } from 'node:timers/promises';

/**
 * Runs `work` now, and again `everyMs` milliseconds after each end, until it is stopped.
 * @param onError is called with the reason when `work` rejects. The next run follows anyway.
 */
export function repeat(
  work: () => Promise<unknown>,
  everyMs: number,
  onError: (error: unknown) => void,
) {
  const stopped = new AbortController();
  const { signal } = stopped;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await work().catch(onError);
      await setTimeout(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const ended = run();
  return {
    /** Resolves when the run under way is over. */
    stop(): Promise<void> {
      stopped.abort();
      return ended;
    },
  };
}
