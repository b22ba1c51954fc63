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
  ['the function’s own words', 403, '{"error":{"message":"Later."}}', 'Later.'],
  ['its words under a status of success', 200, '{"error":{"message":"Later."}}', 'Later.'],
  ['the client’s where it sent none', 502, '<html>', signupErrors.upstream_http.message],
  ['the client’s where the project is out of reach', 0, '', signupErrors.upstream_fetch.message],
])('a failure is told in %s, by one client for every attempt', async (_, status, body, told) => {
  const warn = vi.spyOn(console, 'warn');
  const headers = { 'Content-Type': 'application/json' };
  // `Response` throws for the status 0, like `fetch` without a network.
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));
  const send = sendDirect(url, key);
  await expect(send(sentSignup)).rejects.toThrow(told);
  expect(warn).not.toHaveBeenCalled();
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
