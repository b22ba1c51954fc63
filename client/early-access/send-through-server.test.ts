import { afterEach, expect, it, vi } from 'vitest';
import { type SignupRequest, signupErrors } from '../../shared/signup/contract.ts';
import { answerTimeoutMs, sendThroughServer } from './send-through-server.ts';

const request: SignupRequest = {
  email: 'ada@company.com',
  source: 'hero',
  turnstileToken: null,
  formFillTime: 4000,
  userAgent: 'of the test',
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const answering = (status: number, body: string) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }));

it('hands over the server’s message, or none', async () => {
  answering(200, '{"message":"Welcome aboard."}');
  await expect(sendThroughServer(request)).resolves.toBe('Welcome aboard.');
  answering(200, '{}');
  await expect(sendThroughServer(request)).resolves.toBeUndefined();
});

it.each([
  ['the server’s own text', 429, '{"error":{"code":"rate_limited","message":"Later."}}', 'Later.'],
  ['no text where the server sent none', 500, '{"error":{}}', ''],
  [
    'the client’s text where the answer is no JSON',
    502,
    '<html>',
    signupErrors.upstream_http.message,
  ],
])('a failure has %s', async (_name, status, body, text) => {
  answering(status, body);
  await expect(sendThroughServer(request)).rejects.toThrow(new Error(text));
});

it('a server out of reach, or one that never answers, is told in the words of the client', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(sendThroughServer(request)).rejects.toThrow(signupErrors.upstream_fetch.message);
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  const unanswered = expect(sendThroughServer(request)).rejects.toThrow(
    signupErrors.upstream_fetch.message,
  );
  await vi.advanceTimersByTimeAsync(answerTimeoutMs);
  await unanswered;
});
