import { setTimeout } from 'node:timers/promises';
import type { SignupErrorCode } from '../../shared/signup/outcomes.ts';
import type { AcceptedSignup } from '../../shared/signup/store.ts';
import type { Logger } from '../observability/log.ts';
import { keepTrying } from '../retry/keep-trying.ts';
import type { OutboxCounts } from '../stores/terminal/outbox.ts';
import type { Kept, Queue } from './queue.ts';

/** Verdicts about the sign-up itself, which no later try would change. */
export const finalCodes: ReadonlySet<SignupErrorCode> = new Set<SignupErrorCode>([
  'invalid_request',
  'invalid_email',
  'too_fast',
  'honeypot',
  'bot_check_failed',
  'too_large',
  'unsupported_media_type',
]);

/** Refusals of one sign-up after which it is set aside, where they may be about the server’s own settings. */
const mostTries = 10;

/** Milliseconds between two looks at an empty queue, and before a second try. */
const idleMs = 1_000;
const defaultWaits = { minTimeout: 1_000, maxTimeout: 60_000 };

/**
 * What a failed call says of the function: not asked or out of reach; in trouble itself; or well, and it (or what stands
 * before it) refused this request.
 */
export type Fault = 'unreached' | 'server' | 'request';

/** Hands one kept sign-up to the function. Never rejects. */
export type SendKept = (
  signup: AcceptedSignup,
) => Promise<{ ok: true } | { ok: false; code: SignupErrorCode; fault: Fault }>;

export type Replay = ReturnType<typeof startReplay>;

/**
 * Sends what waits, one after the other, oldest first. One that was answered and not taken lets the others go first;
 * after any failure the next is sent ever later.
 */
export function startReplay(queue: Queue, send: SendKept, log: Logger, waits = defaultWaits) {
  const stopped = new AbortController();
  const { signal } = stopped;
  let counts: OutboxCounts | null = null;

  /** Throws where the next should wait. */
  const deliver = async ({ id, signup, tries }: Kept): Promise<void> => {
    const outcome = await send(signup);
    if (outcome.ok) {
      await queue.remove(id);
      log.info({ kept: id }, 'a kept sign-up has been sent');
      return;
    }
    const { code, fault } = outcome;
    const isFinal = finalCodes.has(code);
    if (isFinal || (fault === 'request' && tries + 1 >= mostTries)) {
      await queue.setAside(id, code);
      log.error({ kept: id, code }, 'the function refused a kept sign-up; it is set aside');
    } else if (fault !== 'unreached') {
      await queue.countTry(id);
    }
    if (!isFinal) throw new Error(`kept sign-up ${id} was not taken: ${code}`);
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
  // It rejects once it is aborted, and for nothing else.
  const ended = run().catch(() => {});
  return {
    /** As of the last few seconds; null: not known yet. */
    counts: () => counts,
    /** Starts nothing more, and resolves when nothing is under way. */
    stop() {
      stopped.abort();
      return ended;
    },
  };
}
