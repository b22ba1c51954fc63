import { createHmac } from 'node:crypto';
import { vi } from 'vitest';
import type { BotCheckResult, VerifyBot } from '../bot-check.ts';
import { signupLimits } from '../contract.ts';
import type { ProcessDependencies } from '../process.ts';
import type { StoreAnswer } from '../store.ts';
import type { Hmac } from '../visitor-hash.ts';
import { sentSignup } from './sign-ups.ts';

export const nodeHmac: Hmac = (key, text) => createHmac('sha256', key).update(text).digest('hex');

/** A sign-up at the minimum fill time, with a token. */
export const good = {
  ...sentSignup,
  email: ' Ada@Example.com ',
  turnstileToken: 'token',
  formFillTime: signupLimits.minimumFillTimeMs,
};

export const worldSettings = {
  SIGNUP_LIMIT_PER_VISITOR_HOUR: 10,
  SIGNUP_LIMIT_PER_ADDRESS_DAY: 5,
  BOT_CHECK_FALLBACK: 'allow',
} as const;

export interface World extends Partial<ProcessDependencies> {
  /** The result of siteverify; null: no bot check is configured. */
  verdict?: BotCheckResult | null;
  /** The answers of the database, in order. After them every call succeeds. */
  answers?: (StoreAnswer | Error)[];
}

/** Creates the dependencies of the rules, and records the calls of database and siteverify. */
export function createWorld({ verdict = 'passed', answers = [], ...rest }: World = {}) {
  const coming = [...answers];
  const record = vi.fn<ProcessDependencies['store']['record']>(async (_attempt, signup) => {
    const answer = coming.shift();
    if (answer instanceof Error) throw answer;
    return answer ?? { retryAfter: null, saved: signup !== null };
  });
  const verifyBot = vi.fn<VerifyBot>(async () => verdict ?? 'failed');
  const onError = vi.fn();
  const dependencies: ProcessDependencies = {
    store: { record },
    verifyBot: verdict && verifyBot,
    hasMail: false,
    queuesEvents: false,
    now: () => new Date('2026-11-21T12:00:00Z'),
    settings: worldSettings,
    ipHashSecret: async () => 'secret of the hash',
    hmac: nodeHmac,
    onError,
    ...rest,
  };
  const [calls, asked] = [record.mock.calls, verifyBot.mock.calls];
  return { calls, asked, errors: onError.mock.calls, dependencies };
}
