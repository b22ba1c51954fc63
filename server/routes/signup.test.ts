import express from 'express';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import {
  canaryHeader,
  refusal,
  type SignupErrorCode,
  type SignupOutcome,
} from '../../shared/signup/contract.ts';
import { handleErrors } from '../middleware/errors.ts';
import type { Sender, SignupInput, SignupService } from '../signup/service.ts';
import { silentLog } from '../testing/silent-log.ts';
import { signupRoute } from './signup.ts';

const signup = {
  email: 'ada@deckwright.example',
  source: 'hero',
  turnstileToken: null,
  formFillTime: 2500,
  userAgent: 'test',
};

/** The route alone, before a function that always answers the same. */
function createSite(outcome: SignupOutcome = { ok: true }, isCounting = true) {
  const sent: { signup: SignupInput; from: Sender }[] = [];
  const counted: SignupOutcome[] = [];
  const service: SignupService = {
    submit: async (signup, from) => {
      sent.push({ signup, from });
      return outcome;
    },
  };
  const metrics = {
    signup: (_signup: SignupInput, ended: SignupOutcome) => void counted.push(ended),
    error: () => {},
  };
  const page = { origin: 'https://deckwright.example' };
  const settings = { SIGNUP_PROXY_SECRET: 'known-to-the-operator' };
  const app = express()
    .use(
      signupRoute({ page, backend: { service }, settings, metrics: isCounting ? metrics : null }),
    )
    .use(handleErrors({ log: silentLog, metrics }));
  return { sent, counted, post: () => request(app).post('/api/signup') };
}

describe('what is handed on', () => {
  test('is what a script sent of what the form has, as it came', async () => {
    const { sent, post } = createSite();
    const odd = { ...signup, email: 7, website: ['x'] };
    await post()
      .set('X-Request-Id', 'from-proxy.1')
      .send({ ...odd, isAdmin: true });
    expect(sent).toEqual([
      { signup: odd, from: { visitor: '127.0.0.1', requestId: 'from-proxy.1', isCanary: false } },
    ]);
  });

  const form = {
    email: 'a@b.example',
    source: 'cta',
    turnstileToken: null,
    formFillTime: 2000,
    userAgent: 'Lynx',
  };

  test.each([
    ['what a browser without JavaScript can know', 'email=a@b.example&source=cta', form],
    [
      'a source of ours',
      'email=a@b.example&source=nowhere&formFillTime=9',
      { ...form, source: 'modal' },
    ],
    ['no address, where there is none', 'source=cta', { ...form, email: '' }],
    ['no address, where there are two', 'source=cta&email=a&email=b', { ...form, email: '' }],
    ['the honeypot', 'email=a@b.example&source=cta&website=x', { ...form, website: 'x' }],
    [
      'two honeypots, for the function to refuse',
      'email=a@b.example&source=cta&website=x&website=',
      { ...form, website: ['x', ''] },
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

  test('is counted with how it went, where somebody counts', async () => {
    const { counted, post } = createSite(refusal('too_fast'));
    await post().send(signup);
    expect(counted).toEqual([refusal('too_fast')]);
    const answer = await createSite({ ok: true }, false).post().send(signup);
    expect(answer.status).toBe(200);
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

  test.each([
    ['text', 'text/plain', 'email=a', 415, 'unsupported_media_type'],
    [
      'an unknown spelling',
      'application/json; charset=klingon',
      '{}',
      415,
      'unsupported_media_type',
    ],
    ['broken JSON', 'application/json', '{broken', 400, 'invalid_request'],
    ['a list', 'application/json', '[1]', 400, 'invalid_request'],
    ['a bare text', 'application/json', '"text"', 400, 'invalid_request'],
    ['null', 'application/json', 'null', 400, 'invalid_request'],
    ['more than 8 KB', 'application/json', `{"email":"${large}"}`, 413, 'too_large'],
  ])('%s', async (_what, type, body, status, code) => {
    const { sent, counted, post } = createSite();
    const answer = await post().type(type).send(body);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect([sent, counted]).toEqual([[], []]);
  });

  test('nothing at all', async () => {
    expect((await createSite().post()).status).toBe(415);
  });

  test('a compressed body, which could be a bomb', async () => {
    const { sent, post } = createSite();
    const packed = () => post().set('Content-Encoding', 'gzip');
    expect((await packed().type('json').send('{}')).status).toBe(415);
    const form = await packed().type('form').send('email=a');
    expect(form.headers.location).toBe('/early-access/unsupported-media-type');
    expect(sent).toEqual([]);
  });

  test.each([
    ['of more than 8 KB', `email=${large}`, '/early-access/too-large'],
    ['of more than 20 fields', 'a=1&'.repeat(30), '/early-access/too-large'],
  ])('a form %s', async (_what, body, page) => {
    const { sent, post } = createSite();
    expect((await post().type('form').send(body)).headers.location).toBe(page);
    expect(sent).toEqual([]);
  });

  test.each([
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ])('what a foreign page sends: %j', async (headers) => {
    const { sent, post } = createSite();
    const answer = await post().set(headers).send(signup);
    expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden_origin']);
    expect(sent).toEqual([]);
  });
});

test.each([
  {},
  { Origin: 'https://deckwright.example' },
  { Origin: 'http://reached.example:8080', Host: 'reached.example:8080' },
  { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
  { 'Sec-Fetch-Site': 'same-origin' },
])('a page of ours may sign up: %j', async (headers) => {
  const answer = await createSite().post().set(headers).send(signup);
  expect([answer.status, answer.body]).toEqual([200, {}]);
});

describe('an operator’s trial', () => {
  test('is marked as one by the shared secret, and counted nowhere', async () => {
    const { sent, counted, post } = createSite();
    const answer = await post().set(canaryHeader, 'known-to-the-operator').send(signup);
    expect(answer.status).toBe(200);
    expect(sent[0]?.from.isCanary).toBe(true);
    expect(counted).toEqual([]);
  });

  test('with another secret is refused', async () => {
    const { sent, post } = createSite();
    expect((await post().set(canaryHeader, 'a guess').send(signup)).status).toBe(401);
    expect(sent).toEqual([]);
  });
});
