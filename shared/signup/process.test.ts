import { expect, test } from 'vitest';
import { signupLimits } from './contract.ts';
import { refusal, type SignupOutcome } from './outcomes.ts';
import { processSignup, type Trust } from './process.ts';
import { createWorld, good, type World, worldSettings } from './testing/process-world.ts';
import { signupTexts } from './texts.ts';

const visitor = '192.0.2.7';
const success = expect.objectContaining({ ok: true, message: signupTexts.success });

async function run(input: unknown, world: World = {}, trust: Trust = { visitor }) {
  const { dependencies, ...seen } = createWorld(world);
  return { outcome: await processSignup(input, trust, dependencies), ...seen };
}

const bot = { website: 'x' };
const fast = { formFillTime: 1999 };
const oddToken = { message: expect.stringContaining('(It is about turnstileToken.)') };

// Each sign-up has the next faults too: the first fault in the order decides.
test.each<[string, unknown, object]>([
  ['without any fields', null, refusal('invalid_request')],
  ['without a fill time', { ...good, formFillTime: null }, { code: 'invalid_request' }],
  ['with an odd token', { ...good, turnstileToken: 7 }, { code: 'invalid_request', ...oddToken }],
  ['with an invalid address', { ...good, ...bot, ...fast, email: 'a@b' }, refusal('invalid_email')],
  ['with the honeypot filled', { ...good, ...bot, ...fast }, refusal('honeypot')],
  ['below the minimum fill time', { ...good, ...fast }, refusal('too_fast')],
])(
  'a sign-up %s is refused before database and siteverify are called',
  async (_fault, input, refused) => {
    const { outcome, calls, asked } = await run(input);
    expect(outcome).toMatchObject(refused);
    expect([calls, asked]).toEqual([[], []]);
  },
);

test('a good sign-up is counted, checked and saved, in that order, and logs no error', async () => {
  const { outcome, calls, asked, errors } = await run(good);
  expect([outcome, asked, errors]).toEqual([success, [['token', visitor]], []]);
  const visitorHash = expect.stringMatching(/^[0-9a-f]{32}$/);
  const signup = {
    email: 'ada@example.com',
    source: 'hero',
    botCheck: 'passed',
    userAgent: 'Firefox',
    formFillTime: signupLimits.minimumFillTimeMs,
    limitPerAddressDay: 5,
  };
  expect(calls).toMatchObject([
    [{ visitorHash, limitPerHour: 10 }, null],
    [null, signup],
  ]);
});

test('a sign-up of an unknown visitor is counted, and siteverify gets no address', async () => {
  const { calls, asked } = await run(good, {}, { visitor: null });
  expect(calls[0]?.[0]?.visitorHash).toBeDefined();
  expect(asked).toEqual([['token', null]]);
});

test('the /48 of an IPv6 visitor has the limit of sixteen visitors', async () => {
  const { calls } = await run(good, {}, { visitor: '2001:db8:1:2::1' });
  const limits = calls.flatMap(([attempt]) => attempt?.limitPerHour ?? []);
  expect(limits).toEqual([10, 160]);
});

const noCheck = { verdict: null };
const onlyOne = { settings: { ...worldSettings, SIGNUP_LIMIT_PER_VISITOR_HOUR: 1 } };
const odd = { settings: { ...worldSettings, SIGNUP_LIMIT_PER_VISITOR_HOUR: 11 } };

test.each<[string, string | null, World, number]>([
  ['without a token is saved under half the limit', null, {}, 5],
  ['without a token is saved once an hour when the limit is one', null, onlyOne, 1],
  ['without a token is saved under the half of an odd limit, rounded down', null, odd, 5],
  ['without a token is saved under the whole limit without a bot check', null, noCheck, 10],
  ['with a token of an old page is saved without a bot check', 'old', noCheck, 10],
])('a sign-up %s', async (_what, turnstileToken, world, limitPerHour) => {
  const { outcome, calls, asked } = await run({ ...good, turnstileToken }, world);
  expect([outcome, asked]).toEqual([success, []]);
  expect(calls).toMatchObject([[{ limitPerHour }, { botCheck: 'skipped' }]]);
});

const deny = { settings: { ...worldSettings, BOT_CHECK_FALLBACK: 'deny' as const } };

test('BOT_CHECK_FALLBACK=deny refuses a sign-up without a token, and counts nothing', async () => {
  const { outcome, calls } = await run({ ...good, turnstileToken: null }, deny);
  expect([outcome, calls]).toEqual([refusal('bot_check_failed'), []]);
});

const over = { retryAfter: 1234, saved: false };
const counted = (attempts?: number) => ({ retryAfter: null, saved: false, attempts });
const gone = new Error('connection refused');

test.each<[string, World, SignupOutcome, calls: number, asked: number, why: string[]]>([
  ['over the limit', { answers: [over] }, refusal('rate_limited', 1234), 1, 0, []],
  ['that fails the bot check', { verdict: 'failed' }, refusal('bot_check_failed'), 1, 1, []],
  ['without a database', { answers: [gone] }, refusal('unavailable', 5), 1, 0, ['refused']],
  [
    'that the database fails to save',
    { answers: [counted(), gone] },
    refusal('unavailable', 5),
    2,
    1,
    ['refused'],
  ],
  [
    'that the database does not confirm',
    { answers: [counted(), counted()] },
    refusal('unavailable', 5),
    2,
    1,
    ['did not confirm'],
  ],
])(
  'a sign-up %s is refused, no later step runs, and only a failure is logged',
  async (_what, world, expected, callCount, askedCount, why) => {
    const { outcome, calls, asked, errors } = await run(good, world);
    expect([outcome, calls.length, asked.length]).toEqual([expected, callCount, askedCount]);
    expect(errors.map(String)).toEqual(why.map((words) => expect.stringContaining(words)));
  },
);

const noSiteverify: World = { verdict: 'unavailable' };

test('with siteverify out of reach, a sign-up with a token is saved as unavailable', async () => {
  const { outcome, calls } = await run(good, { ...noSiteverify, answers: [counted(5)] });
  expect([outcome, calls[1]?.[1]?.botCheck]).toEqual([success, 'unavailable']);
});

test('with siteverify out of reach, a sign-up with a token over half the limit may be tried again after a minute', async () => {
  const { outcome, calls } = await run(good, { ...noSiteverify, answers: [counted(6)] });
  expect([outcome, calls.length]).toEqual([refusal('rate_limited', 60), 1]);
});

test('with siteverify out of reach, an older database that names no attempts saves the sign-up', async () => {
  expect((await run(good, { ...noSiteverify, answers: [counted()] })).outcome).toEqual(success);
});

test('with siteverify out of reach, BOT_CHECK_FALLBACK=deny answers bot_check_unavailable', async () => {
  const { outcome, calls } = await run(good, { ...noSiteverify, ...deny });
  expect([outcome, calls.length]).toEqual([refusal('bot_check_unavailable', 5), 1]);
});

test('a form without a clock is saved without a fill time, whatever number the sender claims', async () => {
  const trust = { visitor, hasNoClock: true };
  for (const formFillTime of [null, 0, signupLimits.minimumFillTimeMs]) {
    const { outcome, calls } = await run({ ...good, formFillTime }, noCheck, trust);
    expect([outcome, calls[0]?.[1]?.formFillTime]).toEqual([success, null]);
  }
});

test('a sign-up that was checked once is saved with a fill time below the minimum', async () => {
  const trust: Trust = { visitor, checked: { botCheck: 'passed', waitedMs: 0 } };
  expect((await run({ ...good, ...fast }, {}, trust)).outcome).toEqual(success);
});

const email = 'ada@example.com';
const trial = { email: 'canary@deckwright.invalid', botCheck: 'skipped', isCanary: true };

test.each<[string, Omit<Trust, 'visitor'>, object]>([
  [
    'a checked sign-up with a passed bot check',
    { checked: { botCheck: 'passed', waitedMs: 7 } },
    { email, botCheck: 'passed', waitedMs: 7 },
  ],
  [
    'a checked sign-up without a token',
    { checked: { botCheck: 'skipped', waitedMs: 7 } },
    { email, botCheck: 'skipped', waitedMs: 7 },
  ],
  [
    'a checked sign-up without siteverify',
    { checked: { botCheck: 'unavailable', waitedMs: 7 } },
    { email, botCheck: 'unavailable', waitedMs: 7 },
  ],
  ['an operator’s canary', { isCanary: true }, trial],
])('%s is saved without limits and bot check', async (_what, known, saved) => {
  const trust = { visitor, ...known };
  const { outcome, calls, asked } = await run(good, {}, trust);
  expect([outcome, asked]).toEqual([success, []]);
  expect(calls).toMatchObject([[null, saved]]);
  expect((await run({ ...good, ...bot }, {}, trust)).outcome).toEqual(refusal('honeypot'));
});

test.each<[string, World, string | null, boolean]>([
  ['that passed the bot check', { hasMail: true }, 'token', true],
  ['on a site without a bot check', { hasMail: true, verdict: null }, null, true],
  ['without a token on a site with a bot check', { hasMail: true }, null, false],
  ['while siteverify is out of reach', { hasMail: true, verdict: 'unavailable' }, 'token', false],
  ['on a site without mails', {}, 'token', false],
])('the answer to a sign-up %s says whether a mail follows', async (_which, world, token, mail) => {
  const { outcome, calls } = await run({ ...good, turnstileToken: token }, world);
  expect(outcome).toMatchObject({ ok: true, mail: mail || undefined });
  expect(calls.at(-1)?.[1]).toMatchObject({ asksConfirmation: mail });
});
