import type { Logger } from '../observability/log.ts';
import { reportCounts } from '../observability/report-counts.ts';
import { QueueFullError } from '../stores/sqlite/commit-queue.ts';

/** Milliseconds between two lines about a full queue. */
const everyMs = 1_000;

/**
 * Returns a function that logs why a sign-up could not be saved. It logs a full queue at most once a second, without a
 * stack and with the number of sign-ups that it refused since the last line.
 * @param now in milliseconds.
 */
export function createFailureLog(log: Pick<Logger, 'error'>, now = Date.now) {
  const logFullQueue = reportCounts<QueueFullError>(
    (refused, { message }) => log.error({ refused }, message),
    everyMs,
    now,
  );
  return (id: string, error: unknown): void => {
    if (error instanceof QueueFullError) logFullQueue(error);
    else log.error({ id, err: error }, 'a sign-up could not be saved');
  };
}
