import type { SignupErrorCode, SignupOutcome } from '../../shared/signup/contract.ts';
import type { AcceptedSignup } from '../../shared/signup/ports.ts';
import type { Logger } from '../log.ts';
import type { Queue } from './queue.ts';

/** Verdicts about the sign-up itself, which no later try would change. Any other failure passes. */
const finalCodes: ReadonlySet<SignupErrorCode> = new Set<SignupErrorCode>([
  'invalid_request',
  'invalid_email',
  'too_fast',
  'honeypot',
  'bot_check_failed',
  'too_large',
  'unsupported_media_type',
]);

/** Failures that the function, or what stands before it, answered: they may be about this one sign-up. */
const answeredCodes: ReadonlySet<SignupErrorCode> = new Set<SignupErrorCode>([
  'unavailable',
  'upstream_http',
]);

/** Hands one kept sign-up to the function. Never rejects. */
export type SendKept = (signup: AcceptedSignup) => Promise<SignupOutcome>;

interface Options {
  queue: Queue;
  send: SendKept;
  log: Logger;
  /** Milliseconds before the second try; it doubles. */
  firstWaitMs?: number;
  longestWaitMs?: number;
  random?: () => number;
}

export interface Replay {
  /** Something was kept. */
  wake(): void;
  /** Starts nothing more; what is under way is sent again after the next start, and changes nothing then. */
  stop(): void;
}

/** Sends what waits, oldest first, one after the other; while the function is away, ever less often. */
export function startReplay(options: Options): Replay {
  const { queue, send, log, firstWaitMs = 1_000, longestWaitMs = 60_000 } = options;
  const { random = Math.random } = options;
  const stopped = Promise.withResolvers<void>();
  let isStopped = false;
  let kept = Promise.withResolvers<void>();
  let hasSent = false;

  /** Replicas that lost the function together do not come back together. */
  const pause = async (failures: number): Promise<void> => {
    const wait = Math.min(firstWaitMs * 2 ** (failures - 1), longestWaitMs);
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, wait * (0.5 + random() / 2)).unref();
    });
    await Promise.race([over, stopped.promise]);
    clearTimeout(timer);
  };
  const idle = async (): Promise<void> => {
    const woken = kept.promise;
    if (hasSent) await queue.sweep();
    hasSent = false;
    await Promise.race([woken, stopped.promise]);
  };
  /** @returns whether there is no reason to wait before the next. */
  const step = async (): Promise<boolean> => {
    kept = Promise.withResolvers();
    const next = await queue.next();
    if (!next) {
      await idle();
      return true;
    }
    const outcome = await send(next.signup);
    if (outcome.ok) {
      await queue.remove(next);
      hasSent = true;
      log.info({ kept: next.id }, 'a sign-up that was kept has been sent');
      return true;
    }
    if (finalCodes.has(outcome.code)) {
      await queue.setAside(next, outcome.code);
      log.error({ kept: next.id, code: outcome.code }, 'the function refused a kept sign-up');
      return true;
    }
    // Said of each code: what a proxy secret that is not the function’s looks like is nowhere else to be seen.
    log.warn({ kept: next.id, code: outcome.code }, 'a kept sign-up was not taken, and waits');
    if (answeredCodes.has(outcome.code)) await queue.countTry(next);
    return false;
  };
  const run = async (): Promise<void> => {
    for (let failures = 0; !isStopped; ) {
      const isDone = await step().catch((err: unknown) => {
        if (!isStopped) log.warn({ err }, 'the outbox cannot be read');
        return false;
      });
      failures = isDone ? 0 : Math.min(failures + 1, 30);
      if (!isDone) await pause(failures);
    }
  };
  void run();
  return {
    wake: () => kept.resolve(),
    stop: () => {
      isStopped = true;
      stopped.resolve();
    },
  };
}
