import express from 'express';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import {
  canaryHeader,
  refusal,
  type SignupErrorCode,
  type SignupOutcome,
  signupErrors,
  signupPath,
} from '../../shared/signup/contract.ts';
import { createClientIp } from '../http/client-ip.ts';
import type { Sender, SignupInput } from '../signup/service.ts';
import { handleSignup } from './signup.ts';

const signup = {
  email: 'ada@deckwright.example',
  source: 'hero',
  turnstileToken: null,
  formFillTime: 2500,
  userAgent: 'test',
};

/** The route alone, before a service that always answers the same. */
function createSite(outcome: SignupOutcome = { ok: true }, isCounting = true) {
  const sent: { signup: SignupInput; sender: Sender }[] = [];
  const counted: SignupOutcome[] = [];
  const counts: string[] = [];
  const service = {
    submit: async (input: SignupInput, sender: Sender) => {
      sent.push({ signup: input, sender });
      return outcome;
    },
  };
  const metrics = { signup: (_signup: unknown, ended: SignupOutcome) => void counted.push(ended) };
  const handler = handleSignup({
    settings: {
      SITE_ORIGIN: 'https://deckwright.example',
      SIGNUP_PROXY_SECRET: 'known-to-the-operator',
    },
    clientIp: createClientIp(undefined),
    backend: { service },
    metrics: isCounting ? metrics : null,
    counter: { count: (...count) => void counts.push(count.join(' ')) },
  });
  const app = express()
    .use((asked, _response, next) => {
      asked.id = 'known-id';
      next();
    })
    .post(signupPath, handler);
  return { sent, counted, counts, post: () => request(app).post(signupPath) };
}

describe('what is handed on', () => {
  test('is what a script sent of what the form has, as it came', async () => {
    const { sent, post } = createSite();
    const odd = { ...signup, email: 7, website: ['x'] };
    await post().send({ ...odd, isAdmin: true });
    const sender = { visitor: '127.0.0.1', requestId: 'known-id', isCanary: false };
    expect(sent).toEqual([{ signup: odd, sender }]);
  });

  const form = {
    email: 'a@b.example',
    source: 'cta',
    turnstileToken: null,
    formFillTime: 2000,
    userAgent: 'Lynx',
    website: '',
  };

  test.each([
    ['what a browser without JavaScript can know', 'email=a@b.example&source=cta', form],
    [
      'a source of ours',
      'email=a@b.example&source=nowhere&formFillTime=9',
      { ...form, source: 'modal' },
    ],
    ['no address, where there is none', 'source=cta', { ...form, email: '' }],
    ['the honeypot', 'email=a@b.example&source=cta&website=x', { ...form, website: 'x' }],
    [
      'the honeypot, filled once of twice',
      'email=a@b.example&source=cta&website=&website=x',
      { ...form, website: 'x' },
    ],
  ])('of a form is %s', async (_what, body, expected) => {
    const { sent, post } = createSite();
    await post().type('form').set('User-Agent', 'Lynx').send(body);
    expect(sent.map(({ signup }) => signup)).toEqual([expected]);
  });

  test('of a form by a browser without a name is no name', async () => {
    const { sent, post } = createSite();
    await post().type('form').unset('User-Agent').send('email=a@b.example');
    expect(sent[0]?.signup.userAgent).toBe('');
  });
});

describe('a script is told', () => {
  test.each([
    ['the function’s words', { ok: true, message: 'Thank you.' }, { message: 'Thank you.' }],
    ['that it went well, where the function is silent', { ok: true }, {}],
  ] as const)('%s', async (_what, outcome, body) => {
    const answer = await createSite(outcome).post().send(signup);
    expect([answer.status, answer.body]).toEqual([200, body]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each<[SignupErrorCode, number, number | undefined, string | undefined]>([
    ['invalid_email', 422, undefined, undefined],
    ['upstream_http', 502, undefined, undefined],
    ['rate_limited', 429, 3600, '3600'],
    ['rate_limited', 429, undefined, '30'],
    ['unavailable', 503, 2, '2'],
    ['bot_check_unavailable', 503, undefined, '30'],
  ])('of %s by status %i; waiting %s seconds is Retry-After: %s', async (code, ...expected) => {
    const [status, seconds, header] = expected;
    const outcome = refusal(code, seconds);
    const answer = await createSite({ ...outcome, message: 'In its words.' })
      .post()
      .send(signup);
    expect([answer.status, answer.body]).toEqual([
      status,
      { error: { code, message: 'In its words.' } },
    ]);
    expect(answer.headers['retry-after']).toBe(header);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

test.each([
  [{ ok: true }, '/early-access/joined'],
  [refusal('invalid_email'), '/early-access/invalid-email'],
] as const)('a form is told by a page: %j', async (outcome, page) => {
  const answer = await createSite(outcome).post().type('form').send('email=x');
  expect([answer.status, answer.headers.location]).toEqual([303, page]);
  expect(answer.headers['cache-control']).toBe('no-store');
});

describe('never handed on', () => {
  const large = 'a'.repeat(9000);
  const json = { 'Content-Type': 'application/json' };
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  // A compressed body could be a bomb.
  const packed = { 'Content-Encoding': 'gzip' };

  test.each<[string, Record<string, string>, string, SignupErrorCode]>([
    ['text', { 'Content-Type': 'text/plain' }, 'email=a', 'unsupported_media_type'],
    ['broken JSON', json, '{broken', 'invalid_request'],
    ['a list', json, '[1]', 'invalid_request'],
    ['a bare text', json, '"text"', 'invalid_request'],
    ['null', json, 'null', 'invalid_request'],
    ['more than 8 KB', json, `{"email":"${large}"}`, 'too_large'],
    ['a compressed body', { ...json, ...packed }, '{}', 'unsupported_media_type'],
    ['a foreign page’s', { ...json, Origin: 'https://evil.example' }, '{}', 'forbidden_origin'],
  ])('%s', async (_what, headers, body, code) => {
    const { sent, counted, post } = createSite();
    const answer = await post().set(headers).send(body);
    expect([answer.status, answer.body.error.code]).toEqual([signupErrors[code].status, code]);
    expect([sent, counted]).toEqual([[], []]);
  });

  test('nothing at all', async () => {
    expect((await createSite().post()).status).toBe(415);
  });

  test.each([
    ['of more than 8 KB', {}, `email=${large}`, '/early-access/too-large'],
    ['that is compressed', packed, 'email=a', '/early-access/unsupported-media-type'],
  ])('a form %s', async (_what, headers, body, page) => {
    const { sent, post } = createSite();
    const answer = await post()
      .set({ ...form, ...headers })
      .send(body);
    expect(answer.headers.location).toBe(page);
    expect(sent).toEqual([]);
  });
});

describe('an operator’s trial', () => {
  test('is marked as one by the shared secret, and counted nowhere', async () => {
    const { sent, counted, post } = createSite();
    const answer = await post().set(canaryHeader, 'known-to-the-operator').send(signup);
    expect(answer.status).toBe(200);
    expect(sent[0]?.sender.isCanary).toBe(true);
    expect(counted).toEqual([]);
  });

  test('with another secret is refused', async () => {
    const { sent, post } = createSite();
    expect((await post().set(canaryHeader, 'a guess').send(signup)).status).toBe(401);
    expect(sent).toEqual([]);
  });
});

test('a form is counted by its source as sent, and as kept only where it was', async () => {
  const kept = createSite();
  await kept.post().send(signup);
  expect(kept.counts).toEqual(['form_sent hero', 'signup_kept hero']);
  const refused = createSite(refusal('rate_limited'));
  await refused.post().send(signup);
  expect(refused.counts).toEqual(['form_sent hero']);
  expect(refused.counted).toEqual([refusal('rate_limited')]);
  expect((await createSite({ ok: true }, false).post().send(signup)).status).toBe(200);
});
