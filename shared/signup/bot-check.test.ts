import { expect, test, vi } from 'vitest';
import { createVerifyBot } from './bot-check.ts';
import { botCheckAction } from './contract.ts';

const passed = { success: true, hostname: 'site.example', action: botCheckAction };
const siteverify = {
  TURNSTILE_SECRET_KEY: '0x4real',
  TURNSTILE_VERIFY_URL: 'https://siteverify.example',
  SITE_ORIGIN: 'https://site.example',
};
const refused = (...codes: string[]) => ({ success: false, 'error-codes': codes });

/** Verifies a token with a siteverify that gives these answers. @returns the verdict, and the requests. */
async function verify(answers: unknown[], visitor: string | null = null, secret = '0x4real') {
  const ask = vi.fn<typeof fetch>(async (_url, init) => {
    await new Promise((resolve) => init?.signal?.addEventListener('abort', resolve));
    throw init?.signal?.reason;
  });
  for (const answer of answers) {
    if (answer instanceof Error) ask.mockRejectedValueOnce(answer);
    else ask.mockResolvedValueOnce(answer instanceof Response ? answer : Response.json(answer));
  }
  const settings = { ...siteverify, TURNSTILE_SECRET_KEY: secret };
  const verdict = await createVerifyBot(settings, ask, { timeoutMs: 20 })?.('token', visitor);
  return { verdict, asked: ask.mock.calls.map(([, init]) => JSON.parse(String(init?.body))) };
}

test('verifyBot sends the secret, the visitor’s address and an idempotency key', async () => {
  const key = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const question = { secret: '0x4real', response: 'token', idempotency_key: key };
  expect(await verify([passed], '192.0.2.7')).toEqual({
    verdict: 'passed',
    asked: [{ ...question, remoteip: '192.0.2.7' }],
  });
  // An unknown address is left out.
  expect((await verify([passed])).asked).toEqual([question]);
});

test.each([
  ['that siteverify refuses', refused('invalid-input-response')],
  ['for an unknown reason', refused('invalid-input-secret-format')],
  ['that is spent', refused('timeout-or-duplicate')],
  ['of another host', { ...passed, hostname: 'evil.example' }],
  ['of another action', { ...passed, action: 'login' }],
  ['of no action', { success: true, hostname: 'site.example' }],
  ['whose success is not a boolean', { ...passed, success: 'yes' }],
])('verifyBot fails a token %s', async (_what, answer) => {
  expect((await verify([answer])).verdict).toBe('failed');
});

test('verifyBot gives a spent token the result that the outbox asks for', async () => {
  const ask = vi.fn<typeof fetch>(async () => Response.json(refused('timeout-or-duplicate')));
  const verifyBot = createVerifyBot(siteverify, ask, { ofSpentToken: 'unavailable' });
  expect(await verifyBot?.('token', null)).toBe('unavailable');
});

test('verifyBot retries an internal error of siteverify once, under the same key', async () => {
  const again = refused('internal-error');
  const { verdict, asked } = await verify([again, passed]);
  expect(verdict).toBe('passed');
  expect(asked[0]?.idempotency_key).toBe(asked[1]?.idempotency_key);
  const twice = await verify([again, again, passed]);
  expect([twice.verdict, twice.asked.length]).toEqual(['unavailable', 2]);
});

test.each([
  ['when the request fails', [new Error('refused')]],
  ['when the answer is no JSON', [new Response('<h1>Bad gateway</h1>', { status: 502 })]],
  ['when the answer is no object', ['null']],
  ['when the answer is null', [null]],
  ['when the answer takes too long', []],
  // No visitor can repair the secret.
  ['when the secret is wrong', [refused('invalid-input-secret')]],
  ['when the secret is missing', [refused('invalid-input-response', 'missing-input-secret')]],
])('verifyBot returns unavailable %s', async (_what, answers) => {
  expect((await verify(answers)).verdict).toBe('unavailable');
});

test('verifyBot gives siteverify 3 s, so that a sign-up is saved within its 5.5 s when siteverify hangs', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  await createVerifyBot(siteverify, async () => Response.json(passed))?.('token', null);
  expect(timeout).toHaveBeenCalledExactlyOnceWith(3_000);
  timeout.mockRestore();
});

test('createVerifyBot returns null without a secret', async () => {
  expect(await verify([passed], null, '')).toEqual({ verdict: undefined, asked: [] });
});

test('verifyBot passes a test secret’s answer for an example host', async () => {
  const answer = { success: true, hostname: 'example.com' };
  expect((await verify([answer], null, '1x0000AA')).verdict).toBe('passed');
});
