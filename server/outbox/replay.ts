import { setTimeout } from 'node:timers/promises';
import type { SignupErrorCode } from '../../shared/signup/outcomes.ts';
import type { AcceptedSignup } from '../../shared/signup/store.ts';
import type { Logger } from '../observability/log.ts';
import type { OutboxCounts } from '../observability/metrics.ts';
import { keepTrying } from '../retry/keep-trying.ts';
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

interface Options {
  queue: Queue;
  send: SendKept;
  log: Logger;
  waits?: typeof defaultWaits;
}

export type Replay = ReturnType<typeof startReplay>;

/**
 * Sends what waits, one after the other, oldest first. One that was answered and not taken lets the others go first;
 * after any failure the next is sent ever later.
 */
export function startReplay({ queue, send, log, waits = defaultWaits }: Options) {
  const stopped = new AbortController();
  const { signal } = stopped;
  let counts: OutboxCounts | null = null;

  const setAside = async (next: Kept, code: SignupErrorCode): Promise<void> => {
    await queue.setAside(next, code);
    log.error({ kept: next.id, code }, 'the function refused a kept sign-up; it is set aside');
  };
  /** Throws where the next should wait. */
  const deliver = async (next: Kept): Promise<void> => {
    const outcome = await send(next.signup);
    if (outcome.ok) {
      await queue.remove(next);
      log.info({ kept: next.id }, 'a kept sign-up has been sent');
      return;
    }
    const { code, fault } = outcome;
    if (finalCodes.has(code)) return setAside(next, code);
    if (fault === 'request' && next.tries + 1 >= mostTries) await setAside(next, code);
    else if (fault !== 'unreached') await queue.countTry(next);
    throw new Error(`kept sign-up ${next.id} was not taken: ${code}`);
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
