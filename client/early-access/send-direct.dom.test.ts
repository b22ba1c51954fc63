// @vitest-environment jsdom

import { afterEach, expect, test, vi } from 'vitest';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { createSessionClient, sendDirect } from './send-direct.ts';

const url = 'https://project-of-the-test.supabase.example';
const storageKey = 'sb-project-of-the-test-auth-token';
const key = 'sb_publishable_of_the_test';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['the message of the function', 403, '{"error":{"message":"Later."}}', 'Later.'],
  [
    'the message of the function under the status 200',
    200,
    '{"error":{"message":"Later."}}',
    'Later.',
  ],
  [
    'the message of the client if the function sent none',
    502,
    '<html>',
    signupErrors.upstream_http.message,
  ],
  [
    'the message of the client if the project is unreachable',
    0,
    '',
    signupErrors.upstream_fetch.message,
  ],
])(
  'a failed sign-up rejects with %s, and every attempt uses the same client',
  async (_, status, body, message) => {
    const warn = vi.spyOn(console, 'warn');
    const headers = { 'Content-Type': 'application/json' };
    // `Response` throws for the status 0, like `fetch` without a network.
    vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));
    const send = sendDirect(url, key);
    await expect(send(sentSignup)).rejects.toThrow(message);
    expect(warn).not.toHaveBeenCalled();
  },
);

test.each([
  ['a web page', 'text/html', '<html>'],
  ['broken JSON', 'application/json', '{"m'],
  ['a JSON text', 'application/json', '"Thank you."'],
  ['no text', 'text/plain', ''],
])('the answer 200 with %s is no answer of the function, and the sign-up fails', async (...row) => {
  const [, type, body] = row;
  vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'Content-Type': type } }));
  const { message } = signupErrors.upstream_http;
  await expect(sendDirect(url, key)(sentSignup)).rejects.toThrow(message);
});

test('an answer that breaks off counts as a sign-up that did not reach the function', async () => {
  const stream = new ReadableStream({
    pull: (controller) => controller.error(new TypeError('Gone.')),
  });
  const headers = { 'Content-Type': 'application/json' };
  vi.stubGlobal('fetch', async () => new Response(stream, { headers }));
  const { message } = signupErrors.upstream_fetch;
  await expect(sendDirect(url, key)(sentSignup)).rejects.toThrow(message);
});

test('a sign-up resolves with the message of the function, and whether a mail follows', async () => {
  const joined = { message: 'Welcome aboard.', mail: true };
  vi.stubGlobal('fetch', async () => Response.json(joined));
  expect(await sendDirect(url, key)(sentSignup)).toEqual(joined);
});

test('a session is stored under the name of the project, refreshed and used for requests, until the visitor signs out', async () => {
  const user = { id: 'ada' };
  const expired = { access_token: 'a.b.old', refresh_token: 'first', expires_at: 1, user };
  const renewed = { access_token: 'a.b.renewed', refresh_token: 'second', expires_in: 3600, user };
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json(renewed));
  vi.stubGlobal('fetch', fetch);
  localStorage.setItem(storageKey, JSON.stringify(expired));
  await sendDirect(url, key)(sentSignup);
  const [address, init] = fetch.mock.lastCall ?? [];
  expect(address).toBe(`${url}/functions/v1/secure-signup`);
  expect(new Headers(init?.headers).get('authorization')).toBe('Bearer a.b.renewed');
  expect(JSON.parse(localStorage.getItem(storageKey) ?? '')).toMatchObject(renewed);
  // supabase-js warns of two clients in one page, which only this test creates.
  vi.spyOn(console, 'warn').mockReturnValue();
  const client = createSessionClient(url, key);
  await expect.poll(() => client.realtime.accessTokenValue).toBe('a.b.renewed');
  await client.auth.signOut();
  expect(localStorage.getItem(storageKey)).toBeNull();
  await expect.poll(() => client.realtime.accessTokenValue).toBe(key);
});
