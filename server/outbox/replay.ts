import { setTimeout } from 'node:timers/promises';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import type { AcceptedSignup } from '../../shared/signup/store.ts';
import type { Logger } from '../observability/log.ts';
import { keepTrying } from '../signup/keep-trying.ts';
import type { UpstreamOutcome } from '../signup/upstream-outcome.ts';
import type { OutboxCounts } from '../stores/sqlite/outbox-counts.ts';
import type { Queue, Queued } from './queue.ts';

/** Milliseconds until an empty queue is read again, and the waits before a retry. */
const idleMs = 1_000;
const defaultWaits = { minTimeout: 1_000, maxTimeout: 60_000 };

/** Sends one sign-up from the outbox to the function. Never rejects. */
export type SendQueued = (signup: AcceptedSignup) => Promise<UpstreamOutcome>;

export type Replay = ReturnType<typeof startReplay>;

/**
 * Sends the waiting sign-ups one by one, oldest first, until the function gives a verdict on each. After a failure it
 * waits before the next try. A sign-up that the function answered without a verdict lets the others go first.
 */
export function startReplay(queue: Queue, send: SendQueued, log: Logger, waits = defaultWaits) {
  const stopped = new AbortController();
  const { signal } = stopped;
  let counts: OutboxCounts | null = null;

  /** Throws when the next try should wait. */
  const deliver = async ({ id, signup }: Queued): Promise<void> => {
    const outcome = await send(signup);
    if (outcome.ok) {
      await queue.remove(id);
      log.info({ outbox: id }, 'the function saved a sign-up from the outbox');
      return;
    }
    const { code, isAnswered } = outcome;
    if (!signupErrors[code].mayRetry) {
      await queue.setAside(id, code);
      log.error({ outbox: id, code }, 'the function refused a sign-up from the outbox');
      return;
    }
    if (isAnswered) await queue.countTry(id);
    throw new Error(`the function did not take sign-up ${id} from the outbox: ${code}`);
  };
  const step = async (): Promise<void> => {
    counts = await queue.counts();
    const next = await queue.next();
    if (next) await deliver(next);
    else await setTimeout(idleMs, undefined, { signal, ref: false });
  };
  const run = async (): Promise<void> => {
    for (;;) {
      await keepTrying(step, {
        ...waits,
        signal,
        onFailedAttempt: ({ error }) => log.warn({ err: error }, 'the outbox waits'),
      });
    }
  };
  // `run` rejects only once it is aborted.
  const ended = run().catch(() => {});
  return {
    /** Returns the counts before the latest try; null before the first try. */
    counts: () => counts,
    /** Starts no further call, and resolves when none is under way. */
    stop() {
      stopped.abort();
      return ended;
    },
  };
}
