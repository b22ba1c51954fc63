import { setTimeout } from 'node:timers/promises';
import type { Logger } from '../observability/log.ts';
import type { Backend } from '../signup/backend.ts';
import { keepTrying } from '../signup/keep-trying.ts';

interface Parts {
  backend: Pick<Backend, 'open'>;
  log: Pick<Logger, 'warn'>;
  /** Aborted when the server begins to stop. */
  stopping: AbortSignal;
}

/**
 * Opens the backend, and retries until it succeeds or the server stops. Logs each new reason for a failure. Never
 * rejects.
 */
export async function openBackend({ backend, stopping, log }: Parts): Promise<void> {
  let lastReason = '';
  await keepTrying(backend.open, {
    minTimeout: 500,
    maxTimeout: 15_000,
    signal: stopping,
    onFailedAttempt({ error }) {
      if (error.message !== lastReason) {
        log.warn({ err: error }, 'the backend cannot be opened yet');
      }
      lastReason = error.message;
    },
  }).catch(() => {});
}

/**
 * Resolves once the backend is open, at the latest after `openingMs` milliseconds, because pages need no database. Resolves at once
 * when the server stops.
 */
export async function openOrTimeout(
  opening: Promise<void>,
  { stopping }: Pick<Parts, 'stopping'>,
  openingMs = 5_000,
): Promise<void> {
  const timeout = setTimeout(openingMs, undefined, { ref: false, signal: stopping });
  await Promise.race([opening, timeout.catch(() => {})]);
}
