import { describe, expect, test, vi } from 'vitest';
import { addresseeOf, startMailbox } from '../../server/deliveries/testing/mailbox.ts';
import { boundaries } from '../../shared/settings/testing/boundaries.ts';
import { awayFromTheHour } from '../../shared/testing/hour.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { startDeliverRun } from '../support/deliver-run.ts';
import { goodSignup, newAddress, signUp } from '../support/sign-up.ts';
import { type Host, startOnPostgres, startOnSqlite, startOnSupabase } from './hosts.ts';

type Variables = Record<string, string>;

/** Returns every numeric setting at its smallest or at its largest value. */
const settingsAt = (end: 'least' | 'most'): Variables =>
  Object.fromEntries(
    Object.entries(boundaries).map(([name, [least, most]]) => [
      name,
      String(end === 'least' ? least : most),
    ]),
  );

/** Starts a site on Supabase with the same settings in the function, in the server and in the process that sends the mails. */
async function startOnSupabaseWithMails(settings: Variables, database: string): Promise<Host> {
  // The next test has the smallest value. A busy machine would not answer these sign-ups in so little time.
  const { UPSTREAM_TIMEOUT_MS, ...others } = settings;
  const ofServer = UPSTREAM_TIMEOUT_MS === '100' ? others : settings;
  const host = await startOnSupabase(others, database, ofServer);
  startDeliverRun({ ...others, DATABASE_URL: host.databaseUrl ?? '' });
  return host;
}

/** Each is counted as an IPv6 visitor in the /64, and in the /48 with 16 times the limit. */
const [ann, bob] = ['2001:db8:1::1', '2001:db8:2::1'].map((address) => ({
  'X-Forwarded-For': address,
}));

// The tests run at once, because they wait for mails and refusals most of the time.
describe.concurrent.each([
  ['SQLite', startOnSqlite],
  ['PostgreSQL', startOnPostgres],
  ['Supabase', startOnSupabaseWithMails],
] as const)('on %s', (name, start) => {
  test.each([
    ['smallest', 'least', 429, 1],
    ['largest', 'most', 200, 2],
  ] as const)(
    'with the %s value of each setting sign-ups are saved, limited and confirmed by mail',
    async (_which, end, status, times) => {
      await awayFromTheHour();
      const mailbox = await startMailbox();
      const mail = {
        MAIL_URL: mailbox.url,
        MAIL_FROM: 'launch@deckwright.example',
      };
      const { url, query } = await start(
        { TURNSTILE_SITE_KEY: '', ...mail, ...settingsAt(end) },
        `${end}_on_${name.toLowerCase()}`,
      );
      const email = newAddress();
      const rows = () => query(`select times from signups where email = '${email}'`);
      expect(await signUp(url, goodSignup(email), ann)).toBe(200);
      expect(await rows()).toEqual([{ times: 1 }]);
      expect(await signUp(url, goodSignup(), ann)).toBe(status);
      expect(await signUp(url, goodSignup(email), bob)).toBe(200);
      expect(await rows()).toEqual([{ times }]);
      await vi.waitUntil(() => mailbox.mails.map(addresseeOf).includes(email), 60_000);
    },
  );
});

test('with the smallest UPSTREAM_TIMEOUT_MS the outbox saves a sign-up once, also when the function takes longer', async () => {
  const { url, query } = await startOnSupabase({ TURNSTILE_SITE_KEY: '' }, 'short_patience', {
    UPSTREAM_TIMEOUT_MS: String(boundaries.UPSTREAM_TIMEOUT_MS[0]),
    SIGNUP_OUTBOX: 'on',
    DATA_DIR: temporaryFolder(),
  });
  expect(await signUp(url)).toBe(200);
  const rows = () => query('select times from signups');
  await expect.poll(rows, { interval: 100 }).toEqual([{ times: 1 }]);
});
