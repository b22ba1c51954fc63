import pRetry, { type Options } from 'p-retry';

type RetryOptions = Pick<Options, 'minTimeout' | 'maxTimeout' | 'signal' | 'onFailedAttempt'>;

/**
 * Retries without end until `work` succeeds, with growing, random waits, so that replicas try at different moments.
 * Rejects once `signal` is aborted.
 */
export function keepTrying<Result>(
  work: () => Promise<Result>,
  options: RetryOptions,
): Promise<Result> {
  // p-retry stops at a TypeError, and database drivers throw TypeErrors too.
  const asRetried = (cause: Error): never => {
    throw new Error(cause.message, { cause });
  };
  return pRetry(() => work().catch(asRetried), {
    ...options,
    retries: Number.POSITIVE_INFINITY,
    randomize: true,
  });
}
