import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import {
  canaryHeader,
  refusal,
  type SignupErrorCode,
  type SignupOutcome,
  signupErrors,
  signupPath,
} from '../../shared/signup/contract.ts';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { createClientIp } from '../http/client-ip.ts';
import type { Sender, SignupInput } from '../signup/service.ts';
import { handleSignup } from './signup.ts';

const origin = 'https://deckwright.example';

/** The route alone, before a service that always answers the same. */
function createSite(outcome: SignupOutcome = { ok: true }, isCounting = true) {
  const sent: { signup: SignupInput; sender: Sender }[] = [];
  const counted: SignupOutcome[] = [];
  const counts: string[] = [];
  const submit = async (input: SignupInput, sender: Sender) => {
    sent.push({ signup: input, sender });
    return outcome;
  };
  const metrics = { signup: (_signup: unknown, ended: SignupOutcome) => void counted.push(ended) };
  const handler = handleSignup({
    settings: { SITE_ORIGIN: origin, SIGNUP_PROXY_SECRET: 'known-to-the-operator' },
    clientIp: createClientIp(undefined),
    backend: { service: { submit } },
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

test('what a script sent of what the form has is handed on as it came', async () => {
  const { sent, post } = createSite();
  const odd = { ...sentSignup, email: 7, website: ['x'] };
  await post().send({ ...odd, isAdmin: true });
  const sender = { visitor: '127.0.0.1', requestId: 'known-id', isCanary: false };
  expect(sent).toEqual([{ signup: odd, sender }]);
});

test.each([
  ['what a browser without JavaScript can know', 'email=a@b.example&source=cta', {}],
  ['a source of ours', 'email=a@b.example&source=nowhere&formFillTime=9', { source: 'modal' }],
  ['no address, where there is none', 'source=cta', { email: '' }],
  [
    'the honeypot, filled once of twice',
    'email=a@b.example&source=cta&website=&website=x',
    { website: 'x' },
  ],
])('of a form %s is handed on', async (_what, body, changes) => {
  const { sent, post } = createSite();
  await post().type('form').set('User-Agent', 'Lynx').send(body);
  await post().type('form').unset('User-Agent').send(body);
  const form = {
    email: 'a@b.example',
    source: 'cta',
    turnstileToken: null,
    formFillTime: 2000,
    userAgent: 'Lynx',
    website: '',
    ...changes,
  };
  expect(sent.map(({ signup }) => signup)).toEqual([form, { ...form, userAgent: '' }]);
});

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const thanks = { ok: true, message: 'Thank you.' } as const;

test.each([
  ['a script is told the function’s words', thanks, json, 200, { message: 'Thank you.' }],
  ['a script is told that it went well', { ok: true }, json, 200, {}],
  ['a form is told by a page', { ok: true }, form, 303, '/early-access/joined'],
  ['a form is told by a page', refusal('invalid_email'), form, 303, '/early-access/invalid-email'],
] as const)('%s: %j', async (_who, outcome, type, status, told) => {
  const answer = await createSite(outcome).post().set(type).send('{}');
  expect([answer.status, answer.headers.location ?? answer.body]).toEqual([status, told]);
  expect(answer.headers['cache-control']).toBe('no-store');
});

test.each<[SignupErrorCode, number | undefined, string | undefined]>([
  ['invalid_email', undefined, undefined],
  ['upstream_http', undefined, undefined],
  ['rate_limited', 3600, '3600'],
  ['rate_limited', undefined, '30'],
  ['unavailable', 2, '2'],
  ['bot_check_unavailable', undefined, '30'],
])(
  'of %s a script is told by its status; waiting %s seconds is Retry-After: %s',
  async (code, seconds, header) => {
    const outcome = { ...refusal(code, seconds), message: 'In its words.' };
    const answer = await createSite(outcome).post().send(sentSignup);
    expect(answer.status).toBe(signupErrors[code].status);
    expect(answer.body).toEqual({ error: { code, message: 'In its words.' } });
    expect(answer.headers['retry-after']).toBe(header);
    expect(answer.headers['cache-control']).toBe('no-store');
  },
);

const large = `{"email":"${'a'.repeat(9000)}"}`;
const foreign = { ...json, Origin: 'https://evil.example' };

test.each<[string, Record<string, string>, string | undefined, SignupErrorCode]>([
  ['text', { 'Content-Type': 'text/plain' }, 'email=a', 'unsupported_media_type'],
  ['nothing at all', {}, undefined, 'unsupported_media_type'],
  ['broken JSON', json, '{broken', 'invalid_request'],
  ['a list', json, '[1]', 'invalid_request'],
  ['a bare text', json, '"text"', 'invalid_request'],
  ['null', json, 'null', 'invalid_request'],
  ['more than 8 KB', json, large, 'too_large'],
  ['a form of more than 8 KB', form, large, 'too_large'],
  // It could be a bomb.
  ['a compressed body', { ...json, 'Content-Encoding': 'gzip' }, '{}', 'unsupported_media_type'],
  ['a compressed form', { ...form, 'Content-Encoding': 'gzip' }, 'a', 'unsupported_media_type'],
  ['a foreign page’s', foreign, '{}', 'forbidden_origin'],
  ['a trial with a wrong secret', { ...json, [canaryHeader]: 'a guess' }, '{}', 'unauthorized'],
])('%s is never handed on, nor counted', async (_what, headers, body, code) => {
  const { sent, counted, post } = createSite();
  const answer = await post().set(headers).send(body);
  const page = `/early-access/${code.replaceAll('_', '-')}`;
  const isForm = headers['Content-Type'] === form['Content-Type'];
  expect(answer.status).toBe(isForm ? 303 : signupErrors[code].status);
  expect(isForm ? answer.headers.location : answer.body.error.code).toBe(isForm ? page : code);
  expect([sent, counted]).toEqual([[], []]);
});

test('an operator’s trial is marked as one by the shared secret, and counted nowhere', async () => {
  const { sent, counted, post } = createSite();
  const answer = await post().set(canaryHeader, 'known-to-the-operator').send(sentSignup);
  expect(answer.status).toBe(200);
  expect(sent[0]?.sender.isCanary).toBe(true);
  expect(counted).toEqual([]);
});

test('a form is counted by its source as sent, and as kept only where it was', async () => {
  const kept = createSite();
  await kept.post().send(sentSignup);
  expect(kept.counts).toEqual(['form_sent hero', 'signup_kept hero']);
  const refused = createSite(refusal('rate_limited'));
  await refused.post().send(sentSignup);
  expect(refused.counts).toEqual(['form_sent hero']);
  expect(refused.counted).toEqual([refusal('rate_limited')]);
  expect((await createSite({ ok: true }, false).post().send(sentSignup)).status).toBe(200);
});
