import { expect, test } from 'vitest';
import { checkedHeader, proxySecretHeader, visitorHeader } from './contract.ts';
import { codeOf, createWorld, good, proxySecret } from './testing/handler-world.ts';

const checked = (verdict: string, secret = proxySecret) => ({
  [checkedHeader]: verdict,
  [proxySecretHeader]: secret,
});

test.each(['passed', 'skipped', 'unavailable'])(
  'a sign-up that the proxy checked is saved with its verdict: %s',
  async (verdict) => {
    const { post, calls, asked } = createWorld();
    const response = await post({ ...good, turnstileToken: null }, checked(verdict));
    expect(response.status).toBe(200);
    expect(calls).toMatchObject([
      { attempt: null, signup: { email: 'ada@example.com', botCheck: verdict } },
    ]);
    expect(asked).toEqual([]);
  },
);

test('sent again it never counts a known address once more', async () => {
  const { post, calls } = createWorld();
  await post(good, checked('passed'));
  expect(calls[0]?.signup?.limitPerAddressDay).toBe(0);
});

test.each([
  ['the wrong secret', checked('passed', 'x'.repeat(proxySecret.length))],
  ['no secret', { [checkedHeader]: 'passed' }],
  ['a verdict that there is not', checked('failed')],
  ['a visitor instead', { [checkedHeader]: 'passed', [visitorHeader]: '192.0.2.1' }],
])('a verdict with %s is not believed, and nothing is saved', async (_what, headers) => {
  const { post, calls } = createWorld();
  expect(await codeOf(await post(good, headers))).toBe('unauthorized');
  expect(calls).toEqual([]);
});

test('a verdict is not believed where no secret is shared', async () => {
  const { post, calls } = createWorld({ proxySecret: null });
  expect(await codeOf(await post(good, checked('passed', '')))).toBe('unauthorized');
  expect(calls).toEqual([]);
});

test.each([
  ['honeypot', { website: 'x' }],
  ['too_fast', { formFillTime: 1999 }],
  ['invalid_email', { email: 'ada' }],
])('what needs nobody’s word is judged all the same: %s', async (code, wrong) => {
  const { post } = createWorld();
  expect(await codeOf(await post({ ...good, ...wrong }, checked('passed')))).toBe(code);
});

test('a database that does not answer is a reason to send it again', async () => {
  const { post } = createWorld({ answers: [new Error('gone')] });
  expect(await codeOf(await post(good, checked('passed')))).toBe('unavailable');
});
