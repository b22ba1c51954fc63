import { expect, test } from 'vitest';
import { refusal, type SignupOutcome, signupTexts } from './outcomes.ts';
import { processSignup, type Trust } from './process.ts';
import { createWorld, good, type World, worldSettings } from './testing/process-world.ts';

const visitor = '192.0.2.7';
const success = { ok: true, message: signupTexts.success };

async function run(input: unknown, world: World = {}, trust: Trust = { visitor }) {
  const { dependencies, ...seen } = createWorld(world);
  return { outcome: await processSignup(input, trust, dependencies), ...seen };
}

const bot = { website: 'x' };
const fast = { formFillTime: 1999 };
const oddToken = { message: expect.stringContaining('(It is about turnstileToken.)') };

// Each fault together with the next ones: the first in the order decides.
test.each<[string, unknown, object]>([
  ['without any shape', null, refusal('invalid_request')],
  ['with an odd token', { ...good, turnstileToken: 7 }, { code: 'invalid_request', ...oddToken }],
  ['of no address', { ...good, ...bot, ...fast, email: 'a@b' }, refusal('invalid_email')],
  ['with the honeypot filled', { ...good, ...bot, ...fast }, refusal('honeypot')],
  ['in haste', { ...good, ...fast }, refusal('too_fast')],
])('a sign-up %s is refused before anyone is asked', async (_fault, input, refused) => {
  const { outcome, calls, asked } = await run(input);
  expect(outcome).toMatchObject(refused);
  expect([calls, asked]).toEqual([[], []]);
});

test('a good sign-up is counted, checked and saved, in that order, and leaves nothing in the log', async () => {
  const { outcome, calls, asked, errors } = await run(good);
  expect([outcome, asked, errors]).toEqual([success, [['token', visitor]], []]);
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
    [{ visitorHash, limitPerHour: 10 }, null],
    [null, signup],
  ]);
});

test('a sign-up of nobody known is counted all the same, and siteverify is told no address', async () => {
  const { calls, asked } = await run(good, {}, { visitor: null });
  expect(calls[0]?.[0]?.visitorHash).toBeDefined();
  expect(asked).toEqual([['token', null]]);
});

const onlyOne = { settings: { ...worldSettings, SIGNUP_LIMIT_PER_VISITOR_HOUR: 1 } };

test.each<[string, string | null, World, number]>([
  ['is trusted less', null, {}, 5],
  ['is still allowed once an hour where the limit is one', null, onlyOne, 1],
  ['is taken at the whole limit where no bot check is set up', null, { verdict: null }, 10],
  ['and with one of an old page there, too', 'old', { verdict: null }, 10],
])('a sign-up without a token %s', async (_what, turnstileToken, world, limitPerHour) => {
  const { outcome, calls, asked } = await run({ ...good, turnstileToken }, world);
  expect([outcome, asked]).toEqual([success, []]);
  expect(calls).toMatchObject([[{ limitPerHour }, { botCheck: 'skipped' }]]);
});

test('a sign-up without a token is refused under deny, and nothing is counted', async () => {
  const settings = { ...worldSettings, BOT_CHECK_FALLBACK: 'deny' as const };
  const { outcome, calls } = await run({ ...good, turnstileToken: null }, { settings });
  expect([outcome, calls]).toEqual([refusal('bot_check_failed'), []]);
});

const over = { retryAfter: 1234, saved: false };
const counted = { retryAfter: null, saved: false };
const gone = new Error('connection refused');

test.each<[string, World, SignupOutcome, calls: number, asked: number, why: string[]]>([
  ['over the limit, for as long', { answers: [over] }, refusal('rate_limited', 1234), 1, 0, []],
  ['by the bot check', { verdict: 'failed' }, refusal('bot_check_failed'), 1, 1, []],
  ['without it', { verdict: 'unavailable' }, refusal('bot_check_unavailable', 5), 1, 1, []],
  ['by no database', { answers: [gone] }, refusal('unavailable', 5), 1, 0, ['refused']],
  ['at saving', { answers: [counted, gone] }, refusal('unavailable', 5), 2, 1, ['refused']],
  ['unsaved', { answers: [counted, counted] }, refusal('unavailable', 5), 2, 1, ['did not say']],
])(
  'a sign-up that is turned away %s: nothing is asked after that, and only a failure is logged',
  async (_what, world, expected, callCount, askedCount, why) => {
    const { outcome, calls, asked, errors } = await run(good, world);
    expect([outcome, calls.length, asked.length]).toEqual([expected, callCount, askedCount]);
    expect(errors.map(String)).toEqual(why.map((words) => expect.stringContaining(words)));
  },
);

const email = 'ada@example.com';
const trial = { email: 'canary@deckwright.invalid', botCheck: 'skipped', isCanary: true };

test.each<[string, Omit<Trust, 'visitor'>, object]>([
  ['a kept sign-up that had passed', { checked: 'passed' }, { email, botCheck: 'passed' }],
  ['a kept sign-up without a token', { checked: 'skipped' }, { email, botCheck: 'skipped' }],
  ['a kept one of no check', { checked: 'unavailable' }, { email, botCheck: 'unavailable' }],
  ['an operator’s trial', { isCanary: true }, trial],
])(
  '%s is neither counted nor checked, and never counts a known address once more',
  async (_what, known, saved) => {
    const trust = { visitor, ...known };
    const { outcome, calls, asked } = await run(good, {}, trust);
    expect([outcome, asked]).toEqual([success, []]);
    expect(calls).toMatchObject([[null, { ...saved, limitPerAddressDay: 0 }]]);
    expect((await run({ ...good, ...bot }, {}, trust)).outcome).toEqual(refusal('honeypot'));
  },
);
