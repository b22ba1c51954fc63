import { describe, expect, test } from 'vitest';
import { proxySecretHeader, signupTexts, visitorHeader } from './contract.ts';
import { codeOf, createWorld, good, proxySecret } from './testing/handler-world.ts';

const foreign = { Origin: 'https://elsewhere.example' };
const tooLarge = JSON.stringify({ ...good, userAgent: 'x'.repeat(9000) });

describe('what can be said without asking anyone', () => {
  const headers = { 'Content-Type': 'text/plain' };
  const bot = { website: 'x' };
  const fast = { formFillTime: 1999 };
  // Each fault together with the next ones: the first in the order decides.
  test.each([
    ['a foreign origin', tooLarge, { ...foreign, ...headers }, 'forbidden_origin'],
    ['no key', tooLarge, headers, 'unauthorized'],
    ['another content type', tooLarge, { ...headers, apikey: 'key' }, 'unsupported_media_type'],
    ['too much', tooLarge, { apikey: 'key' }, 'too_large'],
    ['no JSON', '{', { apikey: 'key' }, 'invalid_request'],
    ['no shape', { ...good, email: 7 }, { apikey: 'key' }, 'invalid_request'],
    [
      'a token too long',
      { ...good, turnstileToken: 'x'.repeat(2049) },
      { apikey: 'key' },
      'invalid_request',
    ],
    ['no address', { ...good, ...bot, ...fast, email: 'a@b' }, { apikey: 'key' }, 'invalid_email'],
    ['the honeypot', { ...good, ...bot, ...fast }, { apikey: 'key' }, 'honeypot'],
    ['haste', { ...good, ...fast }, { apikey: 'key' }, 'too_fast'],
  ])('%s', async (_fault, body, sent, code) => {
    const world = createWorld({ acceptedKeys: ['key'], allowedOrigins: ['https://site.example'] });
    expect(await codeOf(await world.post(body, sent))).toBe(code);
    expect(world.calls).toEqual([]);
    expect(world.asked).toEqual([]);
  });

  test('another method is refused with those that are known', async () => {
    const response = await createWorld().send({ method: 'DELETE' });
    expect(response.headers.get('allow')).toBe('GET, OPTIONS, POST');
    expect(await codeOf(response)).toBe('method_not_allowed');
    const refused = await createWorld().post('{');
    expect(refused.headers.has('allow')).toBe(false);
  });
});

describe('a good sign-up', () => {
  test('is counted, checked and saved, in that order', async () => {
    const world = createWorld();
    const response = await world.post(good, {
      [visitorHeader]: '192.0.2.7',
      [proxySecretHeader]: proxySecret,
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ message: signupTexts.success });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(world.asked).toEqual([['token', '192.0.2.7']]);
    expect(world.calls).toEqual([
      {
        attempt: { visitorHash: expect.stringMatching(/^[0-9a-f]{32}$/), limitPerHour: 10 },
        signup: null,
      },
      {
        attempt: null,
        signup: {
          email: 'ada@example.com',
          source: 'hero',
          botCheck: 'passed',
          userAgent: 'Firefox',
          formFillTimeMs: 2000,
          limitPerAddressDay: 5,
        },
      },
    ]);
  });

  test('may name its origin where no origin is asked about', async () => {
    expect((await createWorld().post(good, foreign)).status).toBe(200);
  });

  test('of an unknown source counts as the modal’s, and a long browser name is cut', async () => {
    const world = createWorld();
    await world.post({ ...good, source: 'mail', userAgent: 'x'.repeat(600) });
    expect(world.calls[1]?.signup).toMatchObject({ source: 'modal', userAgent: 'x'.repeat(512) });
  });

  test.each([null, 'a token of an old page'])(
    'where no bot check is set up is counted and saved at once, at the whole limit: %j',
    async (turnstileToken) => {
      const world = createWorld({ verdict: null });
      await world.post({ ...good, turnstileToken });
      expect(world.calls).toMatchObject([
        { attempt: { limitPerHour: 10 }, signup: { botCheck: 'skipped' } },
      ]);
    },
  );
});

describe('without a token', () => {
  test('a sign-up is trusted less', async () => {
    const world = createWorld();
    expect((await world.post({ ...good, turnstileToken: null })).status).toBe(200);
    expect(world.calls).toMatchObject([
      { attempt: { limitPerHour: 5 }, signup: { botCheck: 'skipped' } },
    ]);
    expect(world.asked).toEqual([]);
  });

  test('one an hour is still allowed where the limit is one', async () => {
    const limits = { perVisitorHour: 1, perAddressDay: 5, fallback: 'allow' as const };
    const world = createWorld({ limits });
    await world.post({ ...good, turnstileToken: null });
    expect(world.calls[0]?.attempt?.limitPerHour).toBe(1);
  });

  test('it is refused under deny, and nothing is counted', async () => {
    const limits = { perVisitorHour: 10, perAddressDay: 5, fallback: 'deny' as const };
    const world = createWorld({ limits });
    expect(await codeOf(await world.post({ ...good, turnstileToken: null }))).toBe(
      'bot_check_failed',
    );
    expect(world.calls).toEqual([]);
  });
});

describe('a sign-up that is turned away', () => {
  test('over the visitor’s limit: before the bot check, with the time to wait', async () => {
    const world = createWorld({ answers: [{ visitorRetryAfterSeconds: 1234, saved: false }] });
    const response = await world.post(good);
    expect(response.headers.get('retry-after')).toBe('1234');
    expect(await codeOf(response)).toBe('rate_limited');
    expect(world.asked).toEqual([]);
  });

  test.each([
    ['failed', 'bot_check_failed', null],
    ['unavailable', 'bot_check_unavailable', '5'],
  ] as const)('by a bot check that is %s: nothing is saved', async (verdict, code, wait) => {
    const world = createWorld({ verdict });
    const response = await world.post(good);
    expect(response.headers.get('retry-after')).toBe(wait);
    expect(await codeOf(response)).toBe(code);
    expect(world.calls.map(({ signup }) => signup)).toEqual([null]);
  });

  test.each([
    ['cannot be reached', [new Error('connection refused at 10.0.0.5')]],
    ['fails at saving', [{ visitorRetryAfterSeconds: null, saved: false }, new Error('disk full')]],
    [
      'does not say that it saved',
      [
        { visitorRetryAfterSeconds: null, saved: false },
        { visitorRetryAfterSeconds: null, saved: false },
      ],
    ],
  ])('by a database that %s: 503, and no detail leaks', async (_what, answers) => {
    const world = createWorld({ answers });
    const response = await world.post(good);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.clone().text()).not.toMatch(/refused|disk|10\.0/);
    expect(await codeOf(response)).toBe('unavailable');
  });

  test('what failed is logged, and the address is not', async () => {
    const failure = new Error('gone');
    const world = createWorld({ answers: [failure] });
    await world.post(good);
    expect(world.logged).toEqual([{ err: failure, message: 'a sign-up could not be saved' }]);
    expect(JSON.stringify(world.logged)).not.toContain('example.com');
  });

  test('a database that saved nothing without a reason is logged too', async () => {
    const world = createWorld({
      verdict: null,
      answers: [{ visitorRetryAfterSeconds: null, saved: false }],
    });
    await world.post(good);
    expect(world.logged).toEqual([
      {
        err: new Error('the database did not say that it saved'),
        message: 'a sign-up could not be saved',
      },
    ]);
  });

  test('a good one and a refused one leave nothing in the log', async () => {
    const world = createWorld({ verdict: 'failed' });
    await world.post(good);
    await world.post({ ...good, turnstileToken: null });
    expect(world.logged).toEqual([]);
  });
});

test('a health check touches no database', async () => {
  const world = createWorld({ acceptedKeys: ['key'] });
  const response = await world.send({ method: 'GET' });
  expect(await response.json()).toEqual({ ok: true });
  expect(world.calls).toEqual([]);
});
