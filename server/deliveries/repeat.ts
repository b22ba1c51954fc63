import { setTimeout } from 'node:timers/promises';

/**
 * Runs `work` now, and again `everyMs` milliseconds after each end, until it is stopped.
 * @param work gets a signal that is aborted by the stop.
 * @param onError is called with the reason when `work` rejects. The next run follows anyway.
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<unknown>,
  everyMs: number,
  onError: (error: unknown) => void,
) {
  const stopped = new AbortController();
  const { signal } = stopped;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await work(signal).catch(onError);
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
