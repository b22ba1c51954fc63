import { expect } from 'vitest';
import { type SignupErrorCode, signupErrors, signupTexts } from '../../shared/signup/outcomes.ts';

/** One request, what is different from a good one, and what must come back. */
export interface Step {
  body?: Record<string, unknown>;
  /** Sent so many times; the last answer counts. */
  times?: number;
  expect: 'saved' | SignupErrorCode;
}

/** A visitor of its own and an address of its own, unless a step says otherwise. */
export interface Scenario {
  name: string;
  steps: Step[];
  /** What stands in the database of this scenario’s addresses; none: nothing was written. */
  rows: Record<string, unknown>[];
}

/** What says how long to wait. */
export const waiting: Step['expect'][] = ['rate_limited', 'bot_check_unavailable'];

export const answerTo = (expected: Step['expect']): { status: number; body: unknown } =>
  expected === 'saved'
    ? { status: 200, body: { message: signupTexts.success } }
    : {
        status: signupErrors[expected].status,
        // Where the shape is wrong, the field is named behind it.
        body: {
          error: {
            code: expected,
            message: expect.stringContaining(signupErrors[expected].message),
          },
        },
      };

const row = (name: string, changes: Record<string, unknown> = {}) => ({
  email: `${name}@scenario.example`,
  source: 'hero',
  bot_check: 'passed',
  times: 1,
  ...changes,
});

/** A sign-up that is taken. @param changes to its row. */
const saved = (name: string, step: Omit<Step, 'expect'>, changes = {}): Scenario => ({
  name,
  steps: [{ ...step, expect: 'saved' }],
  rows: [row(name, changes)],
});

const refused = (name: string, expect: SignupErrorCode, step: Omit<Step, 'expect'>): Scenario => ({
  name,
  steps: [{ ...step, expect }],
  rows: [],
});

const bare = { turnstileToken: null };
const once = { turnstileToken: 'good-once' };

export const scenarios: Scenario[] = [
  saved('new', {}),
  saved('repeat', { times: 2 }, { times: 2 }),
  saved('unknown-source', { body: { source: 'newsletter' } }, { source: 'modal' }),
  saved('null-token', { body: bare }, { bot_check: 'skipped' }),
  saved('long-user-agent', { body: { userAgent: 'x'.repeat(5000) } }),
  {
    name: 'letters',
    steps: [
      { expect: 'saved' },
      { body: { email: ' LETTERS@Scenario.Example ', source: 'nav' }, expect: 'saved' },
    ],
    rows: [row('letters', { times: 2 })],
  },
  {
    name: 'null-token-often',
    steps: [
      { body: bare, times: 5, expect: 'saved' },
      { body: bare, expect: 'rate_limited' },
    ],
    rows: [row('null-token-often', { bot_check: 'skipped', times: 5 })],
  },
  {
    name: 'spent-token',
    steps: [
      { body: once, expect: 'saved' },
      { body: once, expect: 'bot_check_failed' },
    ],
    rows: [row('spent-token')],
  },
  {
    name: 'visitor-limit',
    steps: [
      { times: 10, expect: 'saved' },
      { body: { email: 'another@scenario.example' }, expect: 'rate_limited' },
    ],
    // The address’s own limit: the sixth and later ones read the same and are not written down.
    rows: [row('visitor-limit', { times: 5 })],
  },
  refused('bad-token', 'bot_check_failed', { body: { turnstileToken: 'bad' } }),
  refused('siteverify-down', 'bot_check_unavailable', { body: { turnstileToken: 'down' } }),
  refused('bad-address', 'invalid_email', { body: { email: 'bad-address@scenario' } }),
  refused('too-fast', 'too_fast', { body: { formFillTime: 1999 } }),
  refused('honeypot', 'honeypot', { body: { website: 'https://spam.example' } }),
  refused('wrong-shape', 'invalid_request', { body: { email: ['a@b.example'] } }),
];
