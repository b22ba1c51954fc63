import { afterEach, expect, it, vi } from 'vitest';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { responseTimeoutMs, sendThroughServer } from './send-through-server.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const answering = (status: number, body: string) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }));

it.each([
  ['{"message":"Welcome aboard.","receipt":"sealed"}', 'Welcome aboard.', 'sealed'],
  ['{}', undefined, undefined],
  ['{"message":7,"receipt":7}', undefined, undefined],
])(
  'a response of 200 with the body %s resolves with the message %j and the receipt %j',
  async (body, message, receipt) => {
    answering(200, body);
    expect(await sendThroughServer(sentSignup)).toEqual({ message, receipt });
  },
);

it.each([
  [
    'the message of the server',
    429,
    '{"error":{"code":"rate_limited","message":"Later."}}',
    'Later.',
  ],
  ['no message if the server sent none', 500, '{"error":{}}', ''],
  ['no message if another program answers', 500, '{"message":"Oops"}', ''],
  [
    'the message of the HTTP error if the body is no JSON',
    502,
    '<html>',
    signupErrors.upstream_http.message,
  ],
])('a failed request rejects with %s', async (_name, status, body, text) => {
  answering(status, body);
  await expect(sendThroughServer(sentSignup)).rejects.toThrow(new Error(text));
});

it('a request rejects with the message of the fetch error if the server is unreachable or never responds', async () => {
  const { message } = signupErrors.upstream_fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(sendThroughServer(sentSignup)).rejects.toThrow(message);
  vi.useFakeTimers();
  const never = (_url: string, { signal }: RequestInit) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  vi.stubGlobal('fetch', never);
  const unanswered = expect(sendThroughServer(sentSignup)).rejects.toThrow(message);
  await vi.advanceTimersByTimeAsync(responseTimeoutMs);
  await unanswered;
});
