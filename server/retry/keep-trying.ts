import pRetry, { type Options } from 'p-retry';

type Given = Pick<Options, 'minTimeout' | 'maxTimeout' | 'signal' | 'onFailedAttempt'>;

/** Tries until it succeeds, ever later, and not at the same moments as other replicas. Rejects once it is aborted. */
export function keepTrying<Result>(work: () => Promise<Result>, options: Given): Promise<Result> {
  // p-retry would give up for good at a TypeError, and drivers throw those, too.
  const asRetried = (cause: Error): never => {
    throw new Error(cause.message, { cause });
  };
  return pRetry(() => work().catch(asRetried), {
    ...options,
    retries: Number.POSITIVE_INFINITY,
    randomize: true,
  });
}
