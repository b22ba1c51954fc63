import { describe, expect, test } from 'vitest';
import { canaryEmail, refusal, signupTexts } from './contract.ts';
import { processSignup, type Trust } from './process.ts';
import { createWorld, good, type World, worldSettings } from './testing/process-world.ts';

const visitor = '192.0.2.7';
const success = { ok: true, message: signupTexts.success };

async function run(input: unknown, world: World = {}, trust: Trust = { visitor }) {
  const { dependencies, ...seen } = createWorld(world);
  return { outcome: await processSignup(input, trust, dependencies), ...seen };
}

describe('what can be said without asking anyone', () => {
  const bot = { website: 'x' };
  const fast = { formFillTime: 1999 };
  // Each fault together with the next ones: the first in the order decides.
  test.each([
    ['no shape', null, 'invalid_request'],
    ['no address', { ...good, ...bot, ...fast, email: 'a@b' }, 'invalid_email'],
    ['the honeypot', { ...good, ...bot, ...fast }, 'honeypot'],
    ['haste', { ...good, ...fast }, 'too_fast'],
  ] as const)('%s', async (_fault, input, code) => {
    const { outcome, calls, asked } = await run(input);
    expect(outcome).toEqual(refusal(code));
    expect([calls, asked]).toEqual([[], []]);
  });

  test.each([
    ['email', 7],
    ['turnstileToken', 'x'.repeat(2049)],
    ['formFillTime', undefined],
  ])('a sign-up whose %s is of another shape is told so', async (field, value) => {
    const { outcome, calls } = await run({ ...good, [field]: value });
    const message = expect.stringMatching(field);
    expect(outcome).toMatchObject({ code: 'invalid_request', message });
    expect(calls).toEqual([]);
  });
});

describe('a good sign-up', () => {
  test('is counted, checked and saved, in that order, and leaves nothing in the log', async () => {
    const { outcome, calls, asked, errors } = await run(good);
    expect(outcome).toEqual(success);
    expect(asked).toEqual([['token', visitor]]);
    const visitorHash = expect.stringMatching(/^[0-9a-f]{32}$/);
    const signup = {
      email: 'ada@example.com',
      source: 'hero',
      botCheck: 'passed',
      userAgent: 'Firefox',
      formFillTimeMs: 2000,
      limitPerAddressDay: 5,
    };
    expect(calls).toEqual([
      { attempt: { visitorHash, limitPerHour: 10 }, signup: null },
      { attempt: null, signup },
    ]);
    expect(errors).toEqual([]);
  });

  test('over IPv6 is counted for the visitor’s network, and for the site around it', async () => {
    const { calls } = await run({ ...good, turnstileToken: null }, {}, { visitor: '2001:db8::1' });
    expect(calls).toMatchObject([
      { attempt: { limitPerHour: 5 }, signup: null },
      { attempt: { limitPerHour: 80 }, signup: { botCheck: 'skipped' } },
    ]);
    expect(calls[0]?.attempt?.visitorHash).not.toBe(calls[1]?.attempt?.visitorHash);
  });

  test('of an unknown source counts as the modal’s', async () => {
    const { calls } = await run({ ...good, source: 'mail' });
    expect(calls[1]?.signup).toMatchObject({ source: 'modal' });
  });

  test('of nobody known is counted all the same, and siteverify is told no address', async () => {
    const { calls, asked } = await run(good, {}, { visitor: null });
    expect(calls[0]?.attempt?.visitorHash).toBeDefined();
    expect(asked).toEqual([['token', null]]);
  });
});

/** Counted and saved at once, as there is no token to verify in between. */
const savedAtOnce = (limitPerHour: number) => [
  { attempt: { limitPerHour }, signup: { botCheck: 'skipped' } },
];

test.each([null, 'a token of an old page'])(
  'where no bot check is set up a sign-up is taken at the whole limit, with the token %j',
  async (turnstileToken) => {
    const { calls } = await run({ ...good, turnstileToken }, { verdict: null });
    expect(calls).toMatchObject(savedAtOnce(10));
  },
);

describe('without a token', () => {
  const bare = { ...good, turnstileToken: null };

  test('a sign-up is trusted less', async () => {
    const { outcome, calls, asked } = await run(bare);
    expect(outcome).toEqual(success);
    expect(calls).toMatchObject(savedAtOnce(5));
    expect(asked).toEqual([]);
  });

  test('one an hour is still allowed where the limit is one', async () => {
    const settings = { ...worldSettings, SIGNUP_LIMIT_PER_VISITOR_HOUR: 1 };
    expect((await run(bare, { settings })).calls).toMatchObject(savedAtOnce(1));
  });

  test('it is refused under deny, and nothing is counted', async () => {
    const settings = { ...worldSettings, BOT_CHECK_FALLBACK: 'deny' as const };
    const { outcome, calls } = await run(bare, { settings });
    expect(outcome).toEqual(refusal('bot_check_failed'));
    expect(calls).toEqual([]);
  });
});

describe('a sign-up that is turned away', () => {
  test('over the visitor’s limit: before the bot check, with the time to wait', async () => {
    const over = { retryAfter: 1234, saved: false };
    const { outcome, asked } = await run(good, { answers: [over] });
    expect(outcome).toEqual(refusal('rate_limited', 1234));
    expect(asked).toEqual([]);
  });

  test.each([
    ['failed', refusal('bot_check_failed')],
    ['unavailable', refusal('bot_check_unavailable', 5)],
  ] as const)(
    'by a bot check that is %s: nothing is saved or logged',
    async (verdict, expected) => {
      const { outcome, calls, errors } = await run(good, { verdict });
      expect(outcome).toEqual(expected);
      expect(calls.map(({ signup }) => signup)).toEqual([null]);
      expect(errors).toEqual([]);
    },
  );

  const counted = { retryAfter: null, saved: false };

  test.each([
    ['cannot be reached', [new Error('connection refused')], 'connection refused'],
    ['fails at saving', [counted, new Error('disk full')], 'disk full'],
    ['does not say that it saved', [counted, counted], 'did not say that it saved'],
  ])(
    'by a database that %s: it is told as unavailable, and logged',
    async (_what, answers, why) => {
      const { outcome, errors } = await run(good, { answers });
      expect(outcome).toEqual(refusal('unavailable', 5));
      expect(errors.map(String)).toEqual([expect.stringContaining(why)]);
      expect(String(errors)).not.toContain('example.com');
    },
  );
});

const uncounted = [
  ...(['passed', 'skipped', 'unavailable'] as const).map((checked) => ({
    what: `a kept sign-up whose bot check was ${checked}`,
    trust: { visitor, checked },
    saved: { email: 'ada@example.com', botCheck: checked },
  })),
  {
    what: 'an operator’s trial',
    trust: { visitor, isCanary: true },
    saved: { email: canaryEmail, botCheck: 'skipped', isCanary: true },
  },
];

test.each(uncounted)(
  '$what is neither counted nor checked, and never counts a known address once more',
  async ({ trust, saved }) => {
    const { outcome, calls, asked } = await run(good, {}, trust);
    expect(outcome).toEqual(success);
    expect(calls).toMatchObject([{ attempt: null, signup: { ...saved, limitPerAddressDay: 0 } }]);
    expect(asked).toEqual([]);
    expect((await run({ ...good, website: 'x' }, {}, trust)).outcome).toEqual(refusal('honeypot'));
  },
);
