import { afterEach, expect, it, vi } from 'vitest';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { responseTimeoutMs, sendThroughServer } from './send-through-server.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const answering = (status: number, body: string) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }));

it.each([
  ['{"message":"Welcome aboard.","mail":true}', { message: 'Welcome aboard.', mail: true }],
  ['{}', { message: undefined, mail: false }],
  ['{"message":7,"mail":7}', { message: undefined, mail: false }],
])('a response of 200 with the body %s resolves with %j', async (body, joined) => {
  answering(200, body);
  expect(await sendThroughServer(false)(sentSignup)).toEqual(joined);
});

const ours = '{"error":{"code":"rate_limited","message":"Later."}}';
const gateway = 'Sign-ups are briefly unavailable. Please try again in a moment.';
const lost = 'We could not reach the server. Check your connection and press again.';

it.each([
  ['the message of the server', 429, ours, 'Later.', 'Later.'],
  ['no message if the server sent none', 500, '{"error":{}}', '', ''],
  [
    'a sentence if another program answers',
    502,
    '<html>',
    gateway,
    'Edge Function returned a non-2xx status code',
  ],
  [
    'a sentence if another program answers in JSON',
    500,
    '{"message":"Oops"}',
    gateway,
    'Edge Function returned a non-2xx status code',
  ],
])('a failed request rejects with %s', async (_name, status, body, text, withFunction) => {
  answering(status, body);
  await expect(sendThroughServer(false)(sentSignup)).rejects.toThrow(new Error(text));
  await expect(sendThroughServer(true)(sentSignup)).rejects.toThrow(new Error(withFunction));
});

it.each([
  [false, lost],
  [true, 'Failed to send a request to the Edge Function'],
])(
  'without a response a request rejects with a text for a site whose use of the function is %s',
  async (usesFunction, text) => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(sendThroughServer(usesFunction)(sentSignup)).rejects.toThrow(new Error(text));
    const timeout = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
    const never = (_url: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    vi.stubGlobal('fetch', never);
    const unanswered = expect(sendThroughServer(usesFunction)(sentSignup)).rejects.toThrow(text);
    timeout.abort();
    await unanswered;
    expect(limit).toHaveBeenCalledWith(responseTimeoutMs);
  },
);
