// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { createSessionClient, sendDirect } from './send-direct.ts';

const url = 'https://project-of-the-test.supabase.example';
const storageKey = 'sb-project-of-the-test-auth-token';
const another = 'https://another-project.supabase.example';
const key = 'sb_publishable_of_the_test';

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const expiresAt = Math.floor(Date.now() / 1000) + 3600;
const accessToken = `${base64({ alg: 'HS256' })}.${base64({ exp: expiresAt, sub: 'ada' })}.signature`;

const session = {
  access_token: accessToken,
  refresh_token: 'refresh-token',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: expiresAt,
  user: { id: 'ada' },
};

afterEach(() => vi.unstubAllGlobals());

test('signing out forgets the session, and realtime speaks under the public key again', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  localStorage.setItem(storageKey, JSON.stringify(session));
  const client = createSessionClient(url, key);
  const { data } = await client.auth.getSession();
  expect(data.session?.access_token).toBe(accessToken);
  await expect.poll(() => client.realtime.accessTokenValue).toBe(accessToken);
  await client.auth.signOut();
  expect(localStorage.getItem(storageKey)).toBeNull();
  await expect.poll(() => client.realtime.accessTokenValue).toBe(key);
});

test('a session is kept under the project’s name, renewed, and spoken with', async () => {
  const renewed = { ...session, access_token: 'a.b.renewed', refresh_token: 'second' };
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json(renewed));
  vi.stubGlobal('fetch', fetch);
  const kept = 'sb-another-project-auth-token';
  localStorage.setItem(kept, JSON.stringify({ ...session, expires_at: 1 }));
  await sendDirect(another, key)(sentSignup);
  const [address, init] = fetch.mock.lastCall ?? [];
  expect(address).toBe(`${another}/functions/v1/secure-signup`);
  expect(new Headers(init?.headers).get('authorization')).toBe('Bearer a.b.renewed');
  expect(JSON.parse(localStorage.getItem(kept) ?? '')).toMatchObject(renewed);
});

test.each([
  ['the function’s own words', 403, '{"error":{"message":"Later."}}', 'Later.'],
  ['its words under a status of success', 200, '{"error":{"message":"Later."}}', 'Later.'],
  ['the client’s where it sent none', 502, '<html>', signupErrors.upstream_http.message],
  ['the client’s where the project is out of reach', 0, '', signupErrors.upstream_fetch.message],
])('a failure is told in %s, by one client for every attempt', async (_, status, body, told) => {
  const warn = vi.spyOn(console, 'warn');
  const headers = { 'Content-Type': 'application/json' };
  // No answer has the status 0: making one throws, as `fetch` does without a network.
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));
  const send = sendDirect(another, key);
  await expect(send(sentSignup)).rejects.toThrow(told);
  expect(warn).not.toHaveBeenCalled();
});
