import type { SignupErrorCode } from '../../shared/signup/contract.ts';
import type { AcceptedSignup } from '../../shared/signup/store.ts';
import type { Logger } from '../observability/log.ts';
import type { Kept, Queue } from './queue.ts';

/** Verdicts about the sign-up itself, which no later try would change. */
const finalCodes: ReadonlySet<SignupErrorCode> = new Set<SignupErrorCode>([
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

/**
 * What a failed call says of the function: not asked, as too many calls were under way; out of reach; in trouble
 * itself; or well, and it (or what stands before it) refused this request.
 */
export type Fault = 'overload' | 'unreached' | 'server' | 'request';

/** Hands one kept sign-up to the function. Never rejects. */
export type SendKept = (
  signup: AcceptedSignup,
) => Promise<{ ok: true } | { ok: false; code: SignupErrorCode; fault: Fault }>;

interface Options {
  queue: Queue;
  send: SendKept;
  log: Logger;
  /** Called before each look at the queue, and every few seconds while nothing waits. */
  onLook?: () => Promise<void>;
  /** Milliseconds before the second try; it doubles. */
  firstWaitMs?: number;
  longestWaitMs?: number;
  /** Milliseconds after which the queue is looked at again, as the terminal may have put something back into it. */
  idleMs?: number;
  random?: () => number;
}

export interface Replay {
  /** Something was kept. */
  wake(): void;
  /** Starts nothing more, and resolves when nothing is under way. */
  stop(): Promise<void>;
}

/**
 * Sends what waits, one after the other, oldest first. One that was answered and not taken lets the others go first;
 * after any failure the next is sent ever later.
 */
export function startReplay(options: Options): Replay {
  const { queue, send, log, onLook, firstWaitMs = 1_000, longestWaitMs = 60_000 } = options;
  const { idleMs = 5_000, random = Math.random } = options;
  const stopped = Promise.withResolvers<void>();
  let isStopped = false;
  let kept = Promise.withResolvers<void>();

  const pause = async (ms: number, ...ends: Promise<void>[]): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms).unref();
    });
    await Promise.race([over, stopped.promise, ...ends]);
    clearTimeout(timer);
  };
  /** Replicas that lost the function together do not come back together. */
  const waitMs = (failures: number): number =>
    Math.min(firstWaitMs * 2 ** (failures - 1), longestWaitMs) * (0.5 + random() / 2);

  const setAside = async (next: Kept, code: SignupErrorCode): Promise<void> => {
    await queue.setAside(next, code);
    log.error({ kept: next.id, code }, 'the function refused a kept sign-up; it is set aside');
  };
  /** @returns whether there is no reason to wait before the next. */
  const deliver = async (next: Kept): Promise<boolean> => {
    const outcome = await send(next.signup);
    if (outcome.ok) {
      await queue.remove(next);
      log.info({ kept: next.id }, 'a kept sign-up has been sent');
      return true;
    }
    const { code, fault } = outcome;
    if (finalCodes.has(code)) {
      await setAside(next, code);
      return true;
    }
    log.warn({ kept: next.id, code }, 'a kept sign-up was not taken, and waits');
    if (fault === 'request' && next.tries + 1 >= mostTries) await setAside(next, code);
    else if (fault === 'request' || fault === 'server') await queue.countTry(next);
    return false;
  };
  const step = async (): Promise<boolean> => {
    kept = Promise.withResolvers();
    await onLook?.();
    const next = await queue.next();
    if (next) return deliver(next);
    await pause(idleMs, kept.promise);
    return true;
  };
  const run = async (): Promise<void> => {
    for (let failures = 0; !isStopped; ) {
      const isDone = await step().catch((err: unknown) => {
        log.warn({ err }, 'the outbox cannot be read');
        return false;
      });
      failures = isDone ? 0 : Math.min(failures + 1, 30);
      if (!isDone) await pause(waitMs(failures));
    }
  };
  const ended = run();
  return {
    wake: () => kept.resolve(),
    stop() {
      isStopped = true;
      stopped.resolve();
      return ended;
    },
  };
}
