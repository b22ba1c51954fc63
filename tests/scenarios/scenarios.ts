import { expect } from 'vitest';
import { type SignupErrorCode, signupErrors, signupTexts } from '../../shared/signup/contract.ts';

/** One request, what is different from a good one, and what must come back. */
export interface Step {
  body?: Record<string, unknown> | string;
  headers?: Record<string, string>;
  /** Sent so many times; the last answer counts. */
  times?: number;
  expect: 'saved' | SignupErrorCode;
  /** Whether the answer says how long to wait. */
  waits?: true;
}

/** A visitor of its own and an address of its own, unless a step says otherwise. */
export interface Scenario {
  name: string;
  steps: Step[];
  /** What stands in the database of this scenario’s addresses; none: nothing was written. */
  rows: { email: string; source: string; botCheck: string; times: number }[];
}

let tokens = 0;
const goodToken = (): string => {
  tokens += 1;
  return `good-${tokens}`;
};

/** A sign-up that passes, from an address of its own, with a token of its own. */
export const goodBody = (email: string) => ({
  email,
  source: 'hero',
  turnstileToken: goodToken(),
  formFillTime: 2500,
  userAgent: 'scenario',
});

const row = (name: string, changes: Partial<Scenario['rows'][number]> = {}) => ({
  email: `${name}@scenario.example`,
  source: 'hero',
  botCheck: 'passed',
  times: 1,
  ...changes,
});

const refused = (name: string, expect: SignupErrorCode, step: Omit<Step, 'expect'>): Scenario => ({
  name,
  steps: [{ ...step, expect }],
  rows: [],
});

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

export const scenarios: Scenario[] = [
  { name: 'new', steps: [{ expect: 'saved' }], rows: [row('new')] },
  { name: 'repeat', steps: [{ times: 2, expect: 'saved' }], rows: [row('repeat', { times: 2 })] },
  {
    name: 'letters',
    steps: [
      { expect: 'saved' },
      { body: { email: ' LETTERS@Scenario.Example ', source: 'nav' }, expect: 'saved' },
    ],
    rows: [row('letters', { times: 2 })],
  },
  {
    name: 'unknown-source',
    steps: [{ body: { source: 'newsletter' }, expect: 'saved' }],
    rows: [row('unknown-source', { source: 'modal' })],
  },
  {
    name: 'null-token',
    steps: [{ body: { turnstileToken: null }, expect: 'saved' }],
    rows: [row('null-token', { botCheck: 'skipped' })],
  },
  {
    name: 'null-token-often',
    steps: [
      { body: { turnstileToken: null }, times: 5, expect: 'saved' },
      { body: { turnstileToken: null }, expect: 'rate_limited', waits: true },
    ],
    rows: [row('null-token-often', { botCheck: 'skipped', times: 5 })],
  },
  {
    name: 'spent-token',
    steps: [
      { body: { turnstileToken: 'good-once' }, expect: 'saved' },
      { body: { turnstileToken: 'good-once' }, expect: 'bot_check_failed' },
    ],
    rows: [row('spent-token')],
  },
  refused('bad-token', 'bot_check_failed', { body: { turnstileToken: 'bad' } }),
  {
    name: 'siteverify-down',
    steps: [{ body: { turnstileToken: 'down' }, expect: 'bot_check_unavailable', waits: true }],
    rows: [],
  },
  {
    name: 'visitor-limit',
    steps: [
      { times: 10, expect: 'saved' },
      { body: { email: 'another@scenario.example' }, expect: 'rate_limited', waits: true },
    ],
    // The address’s own limit: the sixth and later ones read the same and are not written down.
    rows: [row('visitor-limit', { times: 5 })],
  },
  refused('bad-address', 'invalid_email', { body: { email: 'bad-address@scenario' } }),
  refused('long-address', 'invalid_email', { body: { email: `${'a'.repeat(250)}@x.example` } }),
  refused('too-fast', 'too_fast', { body: { formFillTime: 1999 } }),
  refused('honeypot', 'honeypot', { body: { website: 'https://spam.example' } }),
  refused('long-token', 'invalid_request', { body: { turnstileToken: 'x'.repeat(2049) } }),
  {
    name: 'long-user-agent',
    steps: [{ body: { userAgent: 'x'.repeat(5000) }, expect: 'saved' }],
    rows: [row('long-user-agent')],
  },
  refused('wrong-shape', 'invalid_request', { body: { email: ['a@b.example'] } }),
  refused('no-json', 'invalid_request', { body: '{"email":' }),
  refused('wrong-type', 'unsupported_media_type', { headers: { 'Content-Type': 'text/plain' } }),
  refused('over-size', 'too_large', { body: { userAgent: 'x'.repeat(9000) } }),
];
