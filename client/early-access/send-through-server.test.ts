import { afterEach, expect, it, vi } from 'vitest';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { answerTimeoutMs, sendThroughServer } from './send-through-server.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const answering = (status: number, body: string) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }));

it.each([
  ['{"message":"Welcome aboard."}', 'Welcome aboard.'],
  ['{}', undefined],
  ['{"message":7}', undefined],
])('a success of %s has the message %j', async (body, message) => {
  answering(200, body);
  expect(await sendThroughServer(sentSignup)).toBe(message);
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
