import pRetry from 'p-retry';

interface Options {
  /** Milliseconds before the second try, which double, and the most that they come to. */
  minTimeout: number;
  maxTimeout: number;
  signal: AbortSignal;
  onFailure: (error: Error) => void;
}

/** Tries until it succeeds, ever later, and not at the same moments as other replicas. Rejects once it is aborted. */
export function keepTrying<Result>(
  work: () => Promise<Result>,
  { onFailure, ...options }: Options,
): Promise<Result> {
  // p-retry would give up for good at a TypeError, and drivers throw those, too.
  const asRetried = (cause: Error): never => {
    throw new Error(cause.message, { cause });
  };
  return pRetry(() => work().catch(asRetried), {
    ...options,
    retries: Number.POSITIVE_INFINITY,
    randomize: true,
    onFailedAttempt: ({ error }) => onFailure(error),
  });
}
