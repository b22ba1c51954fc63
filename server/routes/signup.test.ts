import express from 'express';
import request from 'supertest';
import { expect, test, vi } from 'vitest';
import { canaryHeader } from '../../shared/signup/contract.ts';
import {
  refusal,
  type SignupErrorCode,
  type SignupOutcome,
  signupErrors,
} from '../../shared/signup/outcomes.ts';
import { signupPath } from '../../shared/signup/paths.ts';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { createClientIp } from '../http/client-ip.ts';
import type { Submit } from '../signup/backend.ts';
import { handleSignup } from './signup.ts';

/** Creates the route alone, with a backend that gives every sign-up the same outcome. */
function createSite(outcome: SignupOutcome = { ok: true }, secret?: string) {
  const submit = vi.fn<Submit>(async () => outcome);
  const counts: string[] = [];
  const handler = handleSignup({
    settings: { SITE_ORIGIN: 'https://deckwright.example', SIGNUP_PROXY_SECRET: secret },
    clientIp: createClientIp(undefined),
    backend: { submit },
    metrics: {
      signup: (_signup, { ok }) => void counts.push(`ok: ${ok}`),
      dialogOpened: () => {},
      rateLimited: () => {},
    },
    counter: { count: (...count) => void counts.push(count.join(' ')) },
  });
  const app = express()
    .use((asked, _response, next) => {
      asked.id = 'known-id';
      next();
    })
    .post(signupPath, handler);
  return { submit, counts, post: () => request(app).post(signupPath) };
}

test('the route passes the known fields of a JSON sign-up on unchanged', async () => {
  const { submit, post } = createSite();
  const odd = { ...sentSignup, email: 7, website: ['x'] };
  await post().send({ ...odd, isAdmin: true });
  const sender = {
    visitor: '127.0.0.1',
    requestId: 'known-id',
    hasNoClock: false,
    isCanary: false,
  };
  expect(submit).toHaveBeenCalledExactlyOnceWith(odd, sender);
});

test.each([
  ['the fields that a browser without JavaScript knows', 'email=a@b.example&source=cta', {}],
  ['no claimed fill time', 'email=a@b.example&source=cta&formFillTime=9', {}],
  ['an empty address', 'source=cta', { email: '' }],
  [
    'every value of the honeypot',
    'email=a@b.example&source=cta&website=&website=x',
    { website: 'x' },
  ],
])('the route passes on %s of a form', async (_what, body, changes) => {
  const { submit, post } = createSite();
  await post().type('form').set('User-Agent', 'Lynx').send(body);
  await post().type('form').unset('User-Agent').send(body);
  const form = {
    email: 'a@b.example',
    source: 'cta',
    turnstileToken: null,
    formFillTime: null,
    userAgent: 'Lynx',
    website: '',
    ...changes,
  };
  const signups = submit.mock.calls.map(([signup]) => signup);
  expect(signups).toMatchObject([form, { ...form, userAgent: '' }]);
  expect(submit.mock.calls[0]?.[1]).toMatchObject({ hasNoClock: true });
});

test.each([
  ['the campaign of the page’s address', {}, 'newsletter/launch'],
  ['no campaign with Global Privacy Control', { 'Sec-GPC': '1' }, null],
])('the route passes on %s for a form', async (_what, headers, campaign) => {
  const { submit, post } = createSite();
  const page = 'https://deckwright.example/?utm_source=newsletter&utm_campaign=launch';
  await post()
    .type('form')
    .set({ Referer: page, ...headers })
    .send('email=a@b.example&campaign=forged');
  expect(submit.mock.calls[0]?.[0]).toMatchObject({ campaign });
});

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

test.each<[string, SignupOutcome, string?]>([
  ['the function’s words', { ok: true, message: 'Thank you.' }],
  ['that it went well', { ok: true }],
  ['what is wrong', refusal('invalid_email')],
  ['what is down', { ...refusal('upstream_http'), message: 'In its words.' }],
  ['how long to wait', refusal('rate_limited', 3600), '3600'],
  ['to wait a while', refusal('rate_limited'), '30'],
  ['to wait for the bot check', refusal('bot_check_unavailable'), '30'],
])(
  'the route answers %s with status and JSON to a script, and with a page to a form',
  async (_what, outcome, wait) => {
    const { post } = createSite(outcome);
    const answer = await post().set(json).send('{}');
    const { ok, message } = outcome;
    const code = ok ? 'joined' : outcome.code;
    const isTold = ok ? { message } : { error: { code, message } };
    expect(answer.status).toBe(ok ? 200 : signupErrors[outcome.code].status);
    expect(answer.body).toEqual(isTold);
    expect(answer.headers['retry-after']).toBe(wait);
    const shown = await post().set(form).send('');
    const page = `/early-access/${code.replaceAll('_', '-')}`;
    expect([shown.status, shown.headers.location]).toEqual([303, page]);
    for (const { headers } of [answer, shown]) expect(headers['cache-control']).toBe('no-store');
  },
);

const large = `{"email":"${'a'.repeat(9000)}"}`;
const foreign = { ...json, Origin: 'https://evil.example' };
const zipped = { 'Content-Encoding': 'gzip' };
const secret = 'known-to-the-operator';
const trial = (given: string) => ({ ...json, [canaryHeader]: given });

test.each<[string, SignupErrorCode, Record<string, string>, string?, string?]>([
  ['text', 'unsupported_media_type', { 'Content-Type': 'text/plain' }, 'email=a'],
  ['nothing at all', 'unsupported_media_type', {}],
  ['broken JSON', 'invalid_request', json, '{broken'],
  ['a list', 'invalid_request', json, '[1]'],
  ['more than 8 KB', 'too_large', json, large],
  ['a form of more than 8 KB', 'too_large', form, large],
  // It could be a bomb.
  ['a compressed body', 'unsupported_media_type', { ...json, ...zipped }, '{}'],
  ['a compressed form', 'unsupported_media_type', { ...form, ...zipped }, 'a'],
  ['a foreign page’s', 'forbidden_origin', foreign, '{}'],
  ['a trial with a wrong secret', 'unauthorized', trial('a guess'), '{}', secret],
  ['a trial where no secret is shared', 'unauthorized', trial(''), '{}'],
])(
  'the route answers %s with %s, and neither submits nor counts it',
  async (_what, code, headers, body, shared?) => {
    const { submit, counts, post } = createSite({ ok: true }, shared);
    const answer = await post().set(headers).send(body);
    const isForm = headers['Content-Type'] === form['Content-Type'];
    expect(answer.status).toBe(isForm ? 303 : signupErrors[code].status);
    if (!isForm) expect(answer.body.error.code).toBe(code);
    expect([submit.mock.calls, counts]).toEqual([[], []]);
  },
);

test('the route marks a canary with the shared secret, and does not count it', async () => {
  const { submit, counts, post } = createSite({ ok: true }, secret);
  await post().set(canaryHeader, secret).send(sentSignup).expect(200);
  expect(submit).toHaveBeenCalledWith(sentSignup, expect.objectContaining({ isCanary: true }));
  expect(counts).toEqual([]);
});

test.each<[string, SignupOutcome, string[]]>([
  ['as sent and saved', { ok: true }, ['ok: true', 'form_sent hero', 'signup_accepted hero']],
  ['only as sent when it is refused', refusal('honeypot'), ['ok: false', 'form_sent hero']],
])('the route counts a sign-up by its source %s', async (_how, outcome, expected) => {
  const { counts, post } = createSite(outcome);
  await post().send(sentSignup);
  expect(counts).toEqual(expected);
});
