import request from 'supertest';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EntryOutcome } from '../../shared/entry/entry.ts';
import type { SignupInput } from '../../shared/signup/fields.ts';
import { refusal, type SignupOutcome } from '../../shared/signup/outcomes.ts';
import type { Sender } from '../signup/backend.ts';
import { fakeBackend } from '../testing/fake-backend.ts';
import { connectRaw } from '../testing/raw-connection.ts';
import { startTestServer } from '../testing/test-server.ts';
import { limitConfirmations, limitDialogs, limits, rememberRefusals } from './limits.ts';

const minuteMs = 60_000;
const later = (ms: number) => vi.advanceTimersByTime(ms);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  // The memory takes a time of 0 for none.
  later(1);
});
afterEach(() => vi.useRealTimers());

/** Returns the head of a sign-up whose body does not come. */
const head = (visitor: string) =>
  [
    'POST /api/signup HTTP/1.1',
    'Host: a',
    'Content-Type: application/json',
    'Content-Length: 2',
    `X-Forwarded-For: ${visitor}`,
    '',
    '',
  ].join('\r\n');

test('past 50 requests under way a visitor gets 429 on a connection that stays open, pages and other visitors are served, and closed requests do not count', async () => {
  const submit = vi.fn(async () => ({ ok: true }) as const);
  const parts = { backend: fakeBackend(submit) };
  const { server, port } = await startTestServer({ TRUST_PROXY: '1' }, parts);
  const post = async (visitor: string) =>
    (await request(server).post('/api/signup').set('X-Forwarded-For', visitor).send({})).status;
  const open = Array.from({ length: limits.requestsUnderWay }, () => connectRaw(port));
  const held = await Promise.all(open);
  for (const { send } of held) send(head('192.0.2.1'));
  await expect.poll(() => post('192.0.2.1')).toBe(429);
  const refused = await connectRaw(port);
  for (const times of [1, 2]) {
    refused.send(`${head('192.0.2.1')}{}`);
    await expect.poll(() => refused.heard().match(/HTTP\/1\.1 429/g)).toHaveLength(times);
  }
  expect(refused.heard()).toMatch(/Retry-After: 1\r\n.*"rate_limited"/s);
  refused.socket.destroy();
  expect(await post('192.0.2.2')).toBe(200);
  expect((await request(server).get('/').set('X-Forwarded-For', '192.0.2.1')).status).toBe(200);
  for (const { socket } of held) socket.destroy();
  await expect.poll(() => post('192.0.2.1')).toBe(200);
});

/** Creates a backend that a test answers for, behind the memory of its refusals. */
function remembering(answer: () => SignupOutcome) {
  const submit = vi.fn(async (_signup: SignupInput, _sender: Sender) => answer());
  const remember = rememberRefusals(submit);
  const send = (visitor: string | null, turnstileToken: string | null = null, isCanary = false) =>
    remember({ turnstileToken }, { visitor, isCanary, requestId: 'known-id' });
  return { submit, send };
}

const overLimit = () => refusal('rate_limited', 1_800);
const ada = '192.0.2.1';

test('a visitor whom the backend has refused is refused from memory until the time is over, and other visitors are not', async () => {
  const { submit, send } = remembering(overLimit);
  await send(ada);
  later(10 * minuteMs);
  expect(await send(ada)).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1_200 });
  expect(submit).toHaveBeenCalledTimes(1);
  await send('192.0.2.2');
  expect(submit).toHaveBeenCalledTimes(2);
  later(20 * minuteMs + 1);
  await send(ada);
  expect(submit).toHaveBeenCalledTimes(3);
});

test('a refusal from memory comes after the answer to another visitor who asked later, and past 2,000 that wait it comes at once', async () => {
  let answer: SignupOutcome = overLimit();
  const { send } = remembering(() => answer);
  await send(ada);
  answer = { ok: true };
  const ended: string[] = [];
  const first = send(ada).then(() => ended.push('a refusal'));
  await send('192.0.2.2').then(() => ended.push('another visitor'));
  const waiting = Array.from({ length: limits.waitingRefusals - 1 }, () => send(ada));
  await send(ada).then(() => ended.push('a refusal past the limit'));
  await first;
  expect(ended).toEqual(['another visitor', 'a refusal past the limit', 'a refusal']);
  await Promise.all(waiting);
});

test('all addresses of one /64 are refused as one visitor', async () => {
  const { submit, send } = remembering(overLimit);
  await send('2001:db8::1');
  await send('2001:db8::2');
  expect(submit).toHaveBeenCalledTimes(1);
  await send('2001:db8:0:1::1');
  expect(submit).toHaveBeenCalledTimes(2);
});

test('a refusal is remembered for an hour at most, even if the backend names a longer time', async () => {
  const { submit, send } = remembering(() => refusal('rate_limited', 90_000));
  await send(ada);
  later(60 * minuteMs + 1);
  await send(ada);
  expect(submit).toHaveBeenCalledTimes(2);
});

test.each([
  ['another refusal', refusal('bot_check_failed')],
  ['a refusal without a time', refusal('rate_limited')],
  ['a success', { ok: true } as const],
])('%s of the backend is not remembered', async (_what, outcome) => {
  const { submit, send } = remembering(() => outcome);
  expect(await send(ada)).toEqual(outcome);
  expect(await send(ada)).toEqual(outcome);
  expect(submit).toHaveBeenCalledTimes(2);
});

test('a visitor refused without a token may sign up with one', async () => {
  const { submit, send } = remembering(overLimit);
  await send(ada);
  await send(ada, 'token');
  expect(submit).toHaveBeenCalledTimes(2);
});

test('a canary passes when its address is over the limit', async () => {
  const { submit, send } = remembering(overLimit);
  await send(ada);
  await send(ada, null, true);
  expect(submit).toHaveBeenCalledTimes(2);
});

test('past 60 confirmations by one link in an hour the link gets 429, still shows the entry, and counts anew in the next hour', async () => {
  const entry = vi.fn(async () => ({ end: 'confirmed' }) as EntryOutcome);
  const { show, change } = limitConfirmations(entry);
  const confirm = (token: string) => change({ token, action: 'confirm' }, 'id');
  for (let times = 1; times <= 60; times += 1) await confirm('link');
  later(10 * minuteMs);
  expect(await confirm('link')).toMatchObject({
    refused: { code: 'rate_limited', retryAfterSeconds: 3_000 },
  });
  expect(await confirm('another link')).toEqual({ outcome: { end: 'confirmed' } });
  expect(await show('link', 'id')).toEqual({ end: 'confirmed' });
  later(51 * minuteMs);
  expect(await confirm('link')).toEqual({ outcome: { end: 'confirmed' } });
});

test('a token that belongs to no entry is not counted', async () => {
  const { change } = limitConfirmations(async () => ({ end: 'ended' }));
  for (let times = 1; times <= 61; times += 1) {
    const outcome = await change({ token: 'forged', action: 'confirm' }, 'id');
    expect(outcome).toEqual({ outcome: { end: 'ended' } });
  }
});

test('the dialogs of a /48 are counted up to the limit of 16 visitors, and the dialogs of other visitors still are', () => {
  const count = limitDialogs();
  const most = limits.dialogsPerVisitor;
  const visitors = Array.from({ length: 20 }, (_, network) => `2001:db8:0:${network}::1`);
  const counted = visitors.flatMap((visitor) => Array.from({ length: most }, () => count(visitor)));
  expect(counted.filter(Boolean)).toHaveLength(16 * most);
  expect(count('192.0.2.1')).toBe(true);
});
