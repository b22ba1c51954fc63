import { vi } from 'vitest';
import type { BotCheckResult, VerifyBot } from '../bot-check.ts';
import type { ProcessDependencies } from '../process.ts';
import type { AcceptedSignup, StoreAnswer, VisitorAttempt } from '../store.ts';
import { nodeHmac } from './hmac.ts';
import { sentSignup } from './sign-ups.ts';

/** As quick as may be, and with a token. */
export const good = {
  ...sentSignup,
  email: ' Ada@Example.com ',
  turnstileToken: 'token',
  formFillTime: 2000,
};

export const worldSettings = {
  SIGNUP_LIMIT_PER_VISITOR_HOUR: 10,
  SIGNUP_LIMIT_PER_ADDRESS_DAY: 5,
  BOT_CHECK_FALLBACK: 'allow',
} as const;

export interface World extends Partial<ProcessDependencies> {
  /** What siteverify says; null: no bot check is configured. */
  verdict?: BotCheckResult | null;
  /** What the database says, one after the other; then all is well. */
  answers?: (StoreAnswer | Error)[];
}

/** Everything outside the rules, with what was asked of it written down. */
export function createWorld({ verdict = 'passed', answers = [], ...rest }: World = {}) {
  const calls: { attempt: VisitorAttempt | null; signup: AcceptedSignup | null }[] = [];
  const verifyBot = vi.fn<VerifyBot>(async () => verdict ?? 'failed');
  const onError = vi.fn();
  const dependencies: ProcessDependencies = {
    store: {
      async record(attempt, signup) {
        const answer = answers[calls.length] ?? { retryAfter: null, saved: signup !== null };
        calls.push({ attempt, signup });
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    verifyBot: verdict && verifyBot,
    now: () => new Date('2026-11-21T12:00:00Z'),
    settings: worldSettings,
    ipHashSecret: async () => 'secret of the hash',
    hmac: nodeHmac,
    onError,
    ...rest,
  };
  return { calls, asked: verifyBot.mock.calls, errors: onError.mock.calls, dependencies };
}
