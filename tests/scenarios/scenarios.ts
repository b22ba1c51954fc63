import { expect } from 'vitest';
import { type SignupErrorCode, signupErrors } from '../../shared/signup/outcomes.ts';
import { signupTexts } from '../../shared/signup/texts.ts';

/** The expected outcome, the fields that differ from a good request, and how often the request is sent. */
export type Step = [
  expected: 'saved' | SignupErrorCode,
  changes?: Record<string, unknown>,
  times?: number,
];

/**
 * Requests of one visitor and one address of its own, unless a step names others.
 * `row`: the columns that differ from the row of a good sign-up; null: no row is written.
 */
export type Scenario = [name: string, row: Record<string, unknown> | null, ...steps: Step[]];

export function answerTo(expected: Step[0]): [status: number, body: object] {
  if (expected === 'saved') return [200, { message: signupTexts.success }];
  const { status, message } = signupErrors[expected];
  // The message of a wrong shape ends with the name of the field, and that of a limit with the time.
  const beginning = message.replace(/later\.$/, 'in ');
  return [status, { error: { code: expected, message: expect.stringContaining(beginning) } }];
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
  ['long-user-agent', { user_agent: 'x'.repeat(512) }, ['saved', { userAgent: 'x'.repeat(5000) }]],
  ['letters', { times: 2 }, ['saved'], ['saved', capitals]],
  ['often', { bot_check: 'skipped', times: 5 }, ['saved', bare, 5], ['rate_limited', bare]],
  ['spent-token', {}, ['saved', once], ['bot_check_failed', once]],
  // Past the limit of the address, the answer stays the same and the row does not count further.
  ['visitor-limit', { times: 5 }, ['saved', {}, 10], ['rate_limited', another]],
  ['bad-token', null, ['bot_check_failed', { turnstileToken: 'bad' }]],
  ['siteverify-down', { bot_check: 'unavailable' }, ['saved', { turnstileToken: 'down' }]],
  ['bad-address', null, ['invalid_email', { email: 'bad-address@scenario' }]],
  ['too-fast', null, ['too_fast', { formFillTime: 1999 }]],
  ['honeypot', null, ['honeypot', { website: 'https://spam.example' }]],
  ['no-email', null, ['invalid_request', { email: undefined }]],
  ['no-source', { source: 'modal' }, ['saved', { source: undefined }]],
  ['no-token', { bot_check: 'skipped' }, ['saved', { turnstileToken: undefined }]],
  ['no-fill-time', null, ['invalid_request', { formFillTime: undefined }]],
  ['null-fill-time', null, ['invalid_request', { formFillTime: null }]],
  ['no-user-agent', { user_agent: '' }, ['saved', { userAgent: undefined }]],
  ['no-campaign', { campaign: null }, ['saved', { campaign: undefined }]],
  ['bad-campaign', { campaign: null }, ['saved', { campaign: 'a/b/c' }]],
  ['long-campaign', { campaign: null }, ['saved', { campaign: 'x'.repeat(65) }]],
  ['capital-campaign', { campaign: 'news/a_b-1.2' }, ['saved', { campaign: 'News/A_b-1.2' }]],
  ['no-notice', { notice: null }, ['saved', { notice: undefined }]],
  ['unknown-notice', { notice: null }, ['saved', { notice: 'ffffffffffff' }]],
  ['bad-notice', { notice: null }, ['saved', { notice: "' or 1=1" }]],
  // The words that the prospect read first stay on record.
  ['second-notice', { times: 2 }, ['saved'], ['saved', { notice: undefined }]],
  ['wrong-shape', null, ['invalid_request', { email: ['a@b.example'] }]],
];
