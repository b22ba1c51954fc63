import { createHmac } from 'node:crypto';
import { vi } from 'vitest';
import type { BotCheckResult, VerifyBot } from '../bot-check.ts';
import type { ProcessDependencies } from '../process.ts';
import type { StoreAnswer } from '../store.ts';
import type { Hmac } from '../visitor.ts';
import { sentSignup } from './sign-ups.ts';

export const nodeHmac: Hmac = (key, text) => createHmac('sha256', key).update(text).digest('hex');

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
  const coming = [...answers];
  const record = vi.fn<ProcessDependencies['store']['record']>(async (_attempt, signup) => {
    const told = coming.shift();
    if (told instanceof Error) throw told;
    return told ?? { retryAfter: null, saved: signup !== null };
  });
  const verifyBot = vi.fn<VerifyBot>(async () => verdict ?? 'failed');
  const onError = vi.fn();
  const dependencies: ProcessDependencies = {
    store: { record },
    verifyBot: verdict && verifyBot,
    hasMail: false,
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
