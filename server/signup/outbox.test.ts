import { expect, test, vi } from 'vitest';
import { refusal, type SignupOutcome } from '../../shared/signup/outcomes.ts';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { startSiteverify } from '../../shared/signup/testing/siteverify.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { awayFromTheHour } from '../../shared/testing/hour.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openSignups } from '../stores/sqlite/open.ts';
import { readSqlite } from '../testing/read-sqlite.ts';
import { testSettings } from '../testing/settings.ts';
import { silentLog } from '../testing/silent-log.ts';
import { createOutbox, withOutbox } from './outbox.ts';
import type { SupabaseService } from './supabase.ts';
import type { UpstreamOutcome } from './upstream-outcome.ts';

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
const unreached = { ...refusal('upstream_fetch'), fault: 'unreached' } as const;
const send = vi.fn(async () => unreached);
const metrics = { error: vi.fn(), upstream: () => {} };
const outbox = createOutbox({ settings, log: silentLog, metrics }, send);
await outbox.open();
atEnd(outbox.close);

/** How it ends when a sign-up is to be kept, and who waits then. */
async function keep(visitor: string, email: string, turnstileToken: string | null) {
  const signup = { ...sentSignup, email, turnstileToken };
  const outcome = await outbox.keep(signup, { visitor, requestId: 'test' });
  const isKept = readSqlite(folder, 'select email from outbox').some((row) => row.email === email);
  return [outcome.ok || outcome.code, isKept];
}

test.each<[string, string, string, true | string]>([
  ['a good token', 'ada@outbox.example', 'good', true],
  ['a bad token', 'bot@outbox.example', 'bad', 'bot_check_failed'],
])('what the function would have said of %s is said here', async (_what, email, token, outcome) => {
  expect(await keep('192.0.2.1', email, token)).toEqual([outcome, outcome === true]);
});

test('what is kept is sent, and counted until the function takes it', async () => {
  await expect.poll(outbox.counts).toMatchObject({ depth: 1, refused: 0 });
  const ours = expect.objectContaining({ email: 'ada@outbox.example' });
  await expect.poll(() => send).toHaveBeenCalledWith(ours);
});

test('without a token a visitor has half as many tries, and no more are kept', async () => {
  await awayFromTheHour();
  const keepOne = (name: string) => keep('192.0.2.3', `${name}@outbox.example`, null);
  for (const name of ['one', 'two']) expect(await keepOne(name)).toEqual([true, true]);
  expect(await keepOne('three')).toEqual(['rate_limited', false]);
});

test('a full outbox keeps nothing more, says so and counts it', async () => {
  const database = openSignups(folder, { create: false });
  database.exec(`with recursive waiting (number) as (
      select 1 union all select number + 1 from waiting where number < 10000
    )
    insert into outbox (email, signup, kept_at)
    select number || '@full.example', '{}', '' from waiting
    limit 10000 - (select count(*) from outbox)`);
  const late = await keep('192.0.2.4', 'late@outbox.example', 'good-again');
  expect(late).toEqual(['unavailable', false]);
  expect(metrics.error).toHaveBeenCalledWith('outbox_full');
  database.exec(`delete from outbox where email like '%@full.example'`);
  database.close();
});

const refused = { ...refusal('too_fast'), fault: 'request' } as const;
const noDatabase = { ...refusal('unavailable'), fault: 'server' } as const;
const taken = { ok: true } as const;
const [rule, full] = [refusal('bot_check_failed'), refusal('unavailable')];

test.each<[string, UpstreamOutcome, SignupOutcome, SignupOutcome, isCanary?: boolean]>([
  ['was taken', taken, full, taken],
  ['was refused', refused, taken, refused],
  ['is a trial that nobody took', unreached, taken, unreached, true],
  ['met nobody', unreached, taken, taken],
  ['met no database', noDatabase, taken, taken],
  ['met nobody and breaks a rule', unreached, rule, rule],
  ['met nobody and cannot be kept', unreached, full, unreached],
])('a sign-up that %s ends as it should', async (_, upstream, kept, ended, isCanary = false) => {
  const supabase = { submit: async () => upstream } as unknown as SupabaseService;
  const { service } = withOutbox(supabase, { ...outbox, keep: async () => kept });
  const sender = { visitor: null, requestId: 'test', isCanary };
  expect(await service.submit(sentSignup, sender)).toEqual(ended);
});

test('while the function is away the server is ready as long as the outbox can be written', async () => {
  const away = { requireReady: () => Promise.reject(new Error('away')) } as SupabaseService;
  const { requireReady } = withOutbox(away, outbox);
  await requireReady();
  await outbox.close();
  await expect(requireReady()).rejects.toThrow('closed');
  expect(await keep('192.0.2.5', 'late@outbox.example', null)).toEqual(['unavailable', false]);
});
