import { expect, test, vi } from 'vitest';
import {
  refusal,
  type SignupErrorCode,
  type SignupOutcome,
  signupErrorCodes,
  signupErrors,
} from '../../shared/signup/outcomes.ts';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { startSiteverify } from '../../shared/signup/testing/siteverify.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { awayFromTheHour } from '../../shared/testing/hour.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import type { SupabaseService } from '../signup/edge-function.ts';
import type { UpstreamOutcome } from '../signup/upstream-outcome.ts';
import { openSignups } from '../stores/sqlite/open.ts';
import { readSqlite } from '../testing/read-sqlite.ts';
import { testSettings } from '../testing/settings.ts';
import { silentLog } from '../testing/silent-log.ts';
import { createOutbox, withOutbox } from './outbox.ts';

const folder = temporaryFolder();
const siteverify = await startSiteverify('localhost');
const settings = testSettings({
  DATA_DIR: folder,
  SUPABASE_URL: 'http://127.0.0.1:9',
  SUPABASE_PUBLISHABLE_KEY: 'none',
  SIGNUP_OUTBOX: 'on',
  SIGNUP_PROXY_SECRET: 'only-for-tests-0000',
  TURNSTILE_SITE_KEY: '0x4site',
  TURNSTILE_SECRET_KEY: '0x4secret',
  TURNSTILE_VERIFY_URL: siteverify.url,
  SIGNUP_LIMIT_PER_VISITOR_HOUR: '4',
});
const unreached = { ...refusal('upstream_fetch'), isAnswered: false } as const;
const send = vi.fn(async () => unreached);
const metrics = { error: vi.fn(), upstream: () => {}, delivery: () => {} };
const outbox = createOutbox({ settings, log: silentLog, metrics }, send);
await outbox.open();
atEnd(outbox.close);

/** Submits a sign-up to the outbox. @returns its outcome, and whether it waits in the file. */
async function submit(visitor: string, email: string, turnstileToken: string | null) {
  const signup = { ...sentSignup, email, turnstileToken };
  const outcome = await outbox.submit(signup, { visitor, requestId: 'test' });
  const rows = readSqlite(folder, 'select email from signup_outbox');
  return [outcome.ok || outcome.code, rows.some((row) => row.email === email)];
}

test.each<[string, string, string, true | string, visitor?: string]>([
  ['a good token and stores it', 'ada@outbox.example', 'good', true],
  ['a bad token and does not store it', 'bot@outbox.example', 'bad', 'bot_check_failed'],
  // The function may have spent the token before its answer was lost.
  ['a spent token and stores it', 'eve@outbox.example', 'good', true, '192.0.2.9'],
])(
  'the outbox judges a sign-up with %s',
  async (_what, email, token, outcome, visitor = '192.0.2.1') => {
    expect(await submit(visitor, email, token)).toEqual([outcome, outcome === true]);
  },
);

test('the outbox sends a stored sign-up, and counts it as waiting until the function takes it', async () => {
  await expect.poll(outbox.counts).toMatchObject({ depth: 2, refused: 0 });
  const ours = expect.objectContaining({ email: 'ada@outbox.example' });
  await expect.poll(() => send).toHaveBeenCalledWith(ours);
});

test('the outbox stores half as many sign-ups of a visitor without a token', async () => {
  await awayFromTheHour();
  const submitOne = (name: string) => submit('192.0.2.3', `${name}@outbox.example`, null);
  for (const name of ['one', 'two']) expect(await submitOne(name)).toEqual([true, true]);
  expect(await submitOne('three')).toEqual(['rate_limited', false]);
});

test('the outbox stores 10,000 sign-ups, answers unavailable to the next one and counts the error', async () => {
  const database = openSignups(folder, { create: false });
  database.exec(`with recursive waiting (number) as (
      select 1 union all select number + 1 from waiting where number < 10000
    )
    insert into signup_outbox (email, signup, stored_at)
    select number || '@full.example', '{}', '2026-11-01T00:00:00.000Z' from waiting
    limit 9999 - (select count(*) from signup_outbox)`);
  const last = await submit('192.0.2.4', 'last@full.example', 'good-last');
  expect(last).toEqual([true, true]);
  const late = await submit('192.0.2.4', 'late@outbox.example', 'good-again');
  expect(late).toEqual(['unavailable', false]);
  expect(metrics.error).toHaveBeenCalledWith('outbox_full');
  database.exec(`delete from signup_outbox where email like '%@full.example'`);
  database.close();
});

const upstream = (code: SignupErrorCode, isAnswered = true): UpstreamOutcome => ({
  ...refusal(code),
  isAnswered,
});
const saved = { ok: true, isAnswered: true } as const;
const stored: SignupOutcome = { ok: true };
const [failed, full] = [refusal('bot_check_failed'), refusal('unavailable')];
const [tooFast, fetchError] = [upstream('too_fast'), upstream('upstream_fetch', false)];

test.each<[string, UpstreamOutcome, SignupOutcome, SignupOutcome, isCanary?: boolean]>([
  ['that the function saved ends as saved', saved, full, saved],
  ['that the function refused ends as refused', tooFast, stored, tooFast],
  ['of an operator is never stored', fetchError, stored, fetchError, true],
  ['that breaks a rule here ends as refused', fetchError, failed, failed],
  ['that cannot be stored ends with the error of the call', fetchError, full, fetchError],
])('with an outbox, a sign-up %s', async (_, outcome, here, expected, isCanary = false) => {
  const supabase = { submit: async () => outcome } as unknown as SupabaseService;
  const backend = withOutbox(supabase, { ...outbox, submit: async () => here });
  const sender = { visitor: null, requestId: 'test', isCanary };
  expect(await backend.submit(sentSignup, sender)).toEqual(expected);
});

test('a sign-up is answered within 5.5 s when neither the function nor the outbox answers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const silent = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms, fetchError));
  const supabase = { submit: () => silent(4_000) } as unknown as SupabaseService;
  const backend = withOutbox(supabase, { ...outbox, submit: () => new Promise(() => {}) });
  const ended = vi.fn();
  backend.submit(sentSignup, { visitor: null, requestId: 'test' }).then(ended);
  await vi.advanceTimersByTimeAsync(5_499);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2);
  vi.useRealTimers();
  expect(ended).toHaveBeenCalledWith(fetchError);
});

test.each(signupErrorCodes)(
  'with an outbox, a sign-up that ends with %s is stored unless the code is a verdict',
  async (code) => {
    const supabase = { submit: async () => upstream(code) } as unknown as SupabaseService;
    const here = vi.fn(async () => ({ ok: true }) as const);
    const backend = withOutbox(supabase, { ...outbox, submit: here });
    await backend.submit(sentSignup, { visitor: null, requestId: 'test' });
    expect(here).toHaveBeenCalledTimes(signupErrors[code].isVerdict ? 0 : 1);
  },
);

test('while the function is away, the server is ready as long as the outbox can be written', async () => {
  const away = { requireReady: () => Promise.reject(new Error('away')) } as SupabaseService;
  const { requireReady } = withOutbox(away, outbox);
  await requireReady();
  await outbox.close();
  await expect(requireReady()).rejects.toThrow('closed');
  expect(await submit('192.0.2.5', 'late@outbox.example', null)).toEqual(['unavailable', false]);
});
