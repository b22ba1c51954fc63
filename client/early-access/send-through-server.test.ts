import { afterEach, expect, it, vi } from 'vitest';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { answerTimeoutMs, sendThroughServer } from './send-through-server.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function answering(status: number, body: string) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response(body, { status }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

it('a sign-up is sent as JSON, and the server’s message handed over, or none', async () => {
  const fetch = answering(200, '{"message":"Welcome aboard."}');
  await expect(sendThroughServer(sentSignup)).resolves.toBe('Welcome aboard.');
  const [url, init] = fetch.mock.lastCall ?? [];
  const headers = { 'Content-Type': 'application/json' };
  expect([url, init]).toMatchObject(['/api/signup', { method: 'POST', headers }]);
  expect(JSON.parse(String(init?.body))).toEqual(sentSignup);
  for (const silent of ['{}', '{"message":7}']) {
    answering(200, silent);
    await expect(sendThroughServer(sentSignup)).resolves.toBeUndefined();
  }
});

it.each([
  ['the server’s own text', 429, '{"error":{"code":"rate_limited","message":"Later."}}', 'Later.'],
  ['no text where the server sent none', 500, '{"error":{}}', ''],
  ['no text where another program answers', 500, '{"message":"Oops"}', ''],
  ['the client’s where the answer is no JSON', 502, '<html>', signupErrors.upstream_http.message],
])('a failure has %s', async (_name, status, body, text) => {
  answering(status, body);
  await expect(sendThroughServer(sentSignup)).rejects.toThrow(new Error(text));
});

it('a server out of reach, or one that never answers, is told in the words of the client', async () => {
  const { message } = signupErrors.upstream_fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(sendThroughServer(sentSignup)).rejects.toThrow(message);
  vi.useFakeTimers();
  const never = (_url: string, { signal }: RequestInit) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  vi.stubGlobal('fetch', never);
  const unanswered = expect(sendThroughServer(sentSignup)).rejects.toThrow(message);
  await vi.advanceTimersByTimeAsync(answerTimeoutMs);
  await unanswered;
});
