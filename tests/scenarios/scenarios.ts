import { expect } from 'vitest';
import { type SignupErrorCode, signupErrors, signupTexts } from '../../shared/signup/outcomes.ts';

/** What must come back, what of the request is different from a good one, and how often it is sent. */
export type Step = [
  expected: 'saved' | SignupErrorCode,
  changes?: Record<string, unknown>,
  times?: number,
];

/**
 * Of a visitor of its own and an address of its own, unless a step says otherwise.
 * `row`: what is different in its row from that of a good sign-up; null: nothing is written.
 */
export type Scenario = [name: string, row: Record<string, unknown> | null, ...steps: Step[]];

export function answerTo(expected: Step[0]): [status: number, body: object] {
  if (expected === 'saved') return [200, { message: signupTexts.success }];
  const { status, message } = signupErrors[expected];
  // Where the shape is wrong, the field is named behind it.
  return [status, { error: { code: expected, message: expect.stringContaining(message) } }];
}

const bare = { turnstileToken: null };
const once = { turnstileToken: 'good-once' };
const capitals = { email: ' LETTERS@Scenario.Example ', source: 'nav' };
const another = { email: 'another@scenario.example' };

export const scenarios: Scenario[] = [
  ['new', {}, ['saved']],
  ['repeat', { times: 2 }, ['saved', {}, 2]],
  ['unknown-source', { source: 'modal' }, ['saved', { source: 'newsletter' }]],
  ['null-token', { bot_check: 'skipped' }, ['saved', bare]],
  ['long-user-agent', {}, ['saved', { userAgent: 'x'.repeat(5000) }]],
  ['letters', { times: 2 }, ['saved'], ['saved', capitals]],
  ['often', { bot_check: 'skipped', times: 5 }, ['saved', bare, 5], ['rate_limited', bare]],
  ['spent-token', {}, ['saved', once], ['bot_check_failed', once]],
  // The address’s own limit: the sixth and later ones read the same and are not written down.
  ['visitor-limit', { times: 5 }, ['saved', {}, 10], ['rate_limited', another]],
  ['bad-token', null, ['bot_check_failed', { turnstileToken: 'bad' }]],
  ['siteverify-down', null, ['bot_check_unavailable', { turnstileToken: 'down' }]],
  ['bad-address', null, ['invalid_email', { email: 'bad-address@scenario' }]],
  ['too-fast', null, ['too_fast', { formFillTime: 1999 }]],
  ['honeypot', null, ['honeypot', { website: 'https://spam.example' }]],
  ['wrong-shape', null, ['invalid_request', { email: ['a@b.example'] }]],
];
