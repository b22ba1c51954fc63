import { afterEach, expect, test, vi } from 'vitest';
import type { SignupInput } from '../../shared/signup/fields.ts';
import { refusal, type SignupOutcome } from '../../shared/signup/outcomes.ts';
import type { Sender } from './backend.ts';
import { guardByVisitor } from './visitor-guard.ts';

const hourMs = 3_600_000;

afterEach(() => vi.useRealTimers());

/** A guard in front of a backend that a test answers for. */
function guarded(answer: (sender: Sender) => SignupOutcome | Promise<SignupOutcome>) {
  const now = vi.fn(() => 0);
  const submit = vi.fn(async (_signup: SignupInput, sender: Sender) => answer(sender));
  const pause = vi.fn(async (_ms: number) => {});
  const guard = guardByVisitor(submit, now, pause);
  const send = (visitor: string | null, turnstileToken: string | null = null, isCanary = false) =>
    guard({ turnstileToken }, { visitor, isCanary, requestId: 'known-id' });
  return { now, submit, send, pause };
}

const overLimit = () => refusal('rate_limited', 1_800);
const ada = '192.0.2.1';

test('a visitor whom the backend has refused is refused from memory, a second later, until the hour ends', async () => {
  const { now, submit, send, pause } = guarded(overLimit);
  now.mockReturnValue(hourMs / 2);
  await send(ada);
  expect(pause).not.toHaveBeenCalled();
  now.mockReturnValue(hourMs / 2 + 600_000);
  expect(await send(ada)).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1_200 });
  expect(pause).toHaveBeenCalledExactlyOnceWith(1_000);
  expect(submit).toHaveBeenCalledTimes(1);
  await send('192.0.2.2');
  expect(submit).toHaveBeenCalledTimes(2);
  now.mockReturnValue(hourMs);
  await send(ada);
  expect(submit).toHaveBeenCalledTimes(3);
});

test('a refusal ends with the hour, even if the backend names a longer time', async () => {
  const { now, submit, send } = guarded(() => refusal('rate_limited', 90_000));
  await send(ada);
  now.mockReturnValue(hourMs - 1_000);
  expect(await send(ada)).toMatchObject({ retryAfterSeconds: 1 });
  now.mockReturnValue(hourMs);
  await send(ada);
  expect(submit).toHaveBeenCalledTimes(2);
});

test.each([
  ['another refusal', refusal('bot_check_failed')],
  ['a refusal without a time', refusal('rate_limited')],
  ['a success', { ok: true } as const],
])('%s of the backend is not remembered', async (_what, outcome) => {
  const { submit, send } = guarded(() => outcome);
  expect(await send(ada)).toEqual(outcome);
  expect(await send(ada)).toEqual(outcome);
  expect(submit).toHaveBeenCalledTimes(2);
});

test('a visitor refused without a token may sign up with one, but not the other way round', async () => {
  const { submit, send } = guarded(overLimit);
  await send(ada);
  await send(ada, 'token');
  expect(submit).toHaveBeenCalledTimes(2);
  await send('192.0.2.2', 'token');
  expect(submit).toHaveBeenCalledTimes(3);
  await send('192.0.2.2');
  expect(submit).toHaveBeenCalledTimes(3);
});

test('a /48 is refused from memory once 16 visitors in it are, and another /48 is not', async () => {
  const { submit, send } = guarded(overLimit);
  for (let network = 0; network < 20; network += 1) await send(`2001:db8:0:${network}::1`);
  expect(submit).toHaveBeenCalledTimes(16);
  await send('2001:db8:1::1');
  expect(submit).toHaveBeenCalledTimes(17);
});

test('past 10,000 remembered visitors, the guard asks the backend about the oldest one again', async () => {
  const { submit, send } = guarded(overLimit);
  for (let visitor = 0; visitor <= 10_000; visitor += 1) {
    await send(`10.0.${visitor >> 8}.${visitor & 255}`);
  }
  submit.mockClear();
  await send('10.0.39.16');
  expect(submit).not.toHaveBeenCalled();
  await send('10.0.0.0');
  expect(submit).toHaveBeenCalledOnce();
});

/** A guard in front of a backend whose sign-ups last until the test ends them. Time passes only when the test says so. */
function guardedSlowly() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ends: (() => void)[] = [];
  const slow = () =>
    new Promise<SignupOutcome>((resolve) => ends.push(() => resolve({ ok: true })));
  return { ...guarded(slow), ends, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test('4 sign-ups of a visitor are with the backend at once, 16 wait, and the rest get 429', async () => {
  const { submit, send, ends, pass } = guardedSlowly();
  const sent = Array.from({ length: 25 }, () => send(ada));
  await pass(0);
  expect(submit).toHaveBeenCalledTimes(4);
  const other = send('192.0.2.2');
  await pass(0);
  expect(submit).toHaveBeenCalledTimes(5);
  for (let ended = 0; ended < 21; ended += 1) {
    ends[ended]?.();
    await pass(0);
  }
  const outcomes = await Promise.all(sent);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(20);
  expect(outcomes.slice(20)).toEqual(Array(5).fill(refusal('rate_limited', 1)));
  expect(await other).toEqual({ ok: true });
  expect(submit).toHaveBeenCalledTimes(21);
});

test('a sign-up that waits longer than half a second behind others of its visitor gets 429 and never reaches the backend', async () => {
  const { submit, send, ends, pass } = guardedSlowly();
  const early = Array.from({ length: 6 }, () => send(ada));
  await pass(300);
  const late = send(ada);
  ends[0]?.();
  await pass(200);
  expect(await early[5]).toEqual(refusal('rate_limited', 1));
  ends[1]?.();
  await pass(0);
  for (const end of ends) end();
  expect(await Promise.all([...early.slice(0, 5), late])).toEqual(Array(6).fill({ ok: true }));
  expect(submit).toHaveBeenCalledTimes(6);
  const next = send(ada);
  await pass(0);
  ends[6]?.();
  expect(await next).toEqual({ ok: true });
});

test('sign-ups that wait are refused when the one before them reaches the limit', async () => {
  let left = 4;
  const { submit, send } = guarded(() => {
    left -= 1;
    return left >= 0 ? { ok: true } : overLimit();
  });
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => send(ada)));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(4);
  expect(submit.mock.calls.length).toBeLessThan(9);
});

test('a backend that fails unexpectedly does not keep its place', async () => {
  const { submit, send } = guarded(() => Promise.reject(new Error('broken')));
  for (let times = 0; times < 25; times += 1) await expect(send(ada)).rejects.toThrow('broken');
  expect(submit).toHaveBeenCalledTimes(25);
});

test('an operator’s trial passes when its address is over the limit', async () => {
  const { submit, send } = guarded(overLimit);
  await send(ada);
  await send(ada, null, true);
  expect(submit).toHaveBeenCalledTimes(2);
});
