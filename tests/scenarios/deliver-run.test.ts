import { expect, test } from 'vitest';
import { startMailbox } from '../../server/deliveries/testing/mailbox.ts';
import { migrateDatabase } from '../../server/stores/postgres/migrate.ts';
import { createPool } from '../../server/stores/postgres/pool.ts';
import { createPostgresStore } from '../../server/stores/postgres/store.ts';
import { acceptedSignup } from '../../shared/signup/testing/sign-ups.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { startDeliverRun } from '../support/deliver-run.ts';
import { newDatabase } from '../support/shared-cluster.ts';

const token = 'a-token-of-16-characters';

/** Resolves with the address at which a worker serves its metrics, once the log has it. */
const metricsOf = ({ hears }: ReturnType<typeof startDeliverRun>) => hears(/"metrics":"([^"]+)"/);

const read = async (address: string): Promise<string> => {
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch(`${address}/metrics`, { headers })).text();
};

test('`deliver run` sends the due mails and events of DATABASE_URL, removes unconfirmed entries, serves its metrics alone, and ends with 0 on SIGTERM', async () => {
  const url = await newDatabase('deliver_run');
  await migrateDatabase(url);
  const pool = createPool(url, { size: 1 });
  atEnd(pool.end);
  const store = createPostgresStore(pool);
  const signUp = (email: string) =>
    store.record(null, { ...acceptedSignup, email, asksConfirmation: true });
  await signUp('late@example.com');
  await pool.query(
    `insert into deckwright.links (token_hash, email, kind, created_at)
      values ('sent', 'late@example.com', 'confirm', now() - interval '9 days')`,
  );
  await pool.query('update deckwright.deliveries set sent_at = now()');
  await signUp('ada@example.com');
  const mailbox = await startMailbox();
  const worker = startDeliverRun({
    DATABASE_URL: url,
    MAIL_URL: mailbox.url,
    SIGNUP_UNCONFIRMED_DAYS: '7',
    METRICS_TOKEN: token,
  });
  const address = await metricsOf(worker);
  await expect.poll(() => mailbox.mails.length).toBe(1);
  await signUp('bob@example.com');
  await expect.poll(() => mailbox.mails.length).toBe(2);
  const entries = () => pool.query('select email from deckwright.signups order by email');
  await expect.poll(entries).toEqual([{ email: 'ada@example.com' }, { email: 'bob@example.com' }]);
  // The mail arrives before the worker counts it.
  await expect.poll(() => read(address)).toContain('deckwright_mails_total{end="sent"} 2\n');
  expect((await fetch(`${address}/metrics`)).status).toBe(401);
  expect((await fetch(address)).status).toBe(404);
  const { code, out } = await worker.stop();
  expect(code).toBe(0);
  expect(out).toContain('stopped');
  expect(out).not.toMatch(/listens|@example\.com/);
});

test.each([
  [
    'MAIL_URL and SIGNUP_EVENT_URL',
    { DATABASE_URL: 'postgres://unused@127.0.0.1:9/unused' },
    'Set MAIL_URL to your SMTP server',
  ],
  ['DATABASE_URL', { MAIL_URL: 'smtp://127.0.0.1:9?tls=none' }, 'of your Supabase project'],
])('`deliver run` without %s ends with 1 and says what to set', async (name, given, remedy) => {
  const from = name.startsWith('MAIL_URL') ? { MAIL_FROM: '' } : {};
  const { code, err } = await startDeliverRun({ ...given, ...from } as Record<string, string>)
    .ended;
  expect(code).toBe(1);
  expect(err).toContain(name);
  expect(err).toContain(remedy);
});

test('`deliver run` counts a fault while it cannot read its queue, and shows no age of the oldest mail', async () => {
  const worker = startDeliverRun({
    DATABASE_URL: 'postgres://site@127.0.0.1:9/nothing',
    MAIL_URL: 'smtp://127.0.0.1:9?tls=none',
    METRICS_TOKEN: token,
  });
  const address = await metricsOf(worker);
  await expect
    .poll(() => read(address))
    .toMatch(/deckwright_errors_total\{kind="database"\} [1-9]/);
  expect(await read(address)).not.toContain('\ndeckwright_mails_oldest_age_seconds ');
  expect(await worker.stop()).toMatchObject({ code: 0 });
});

test('`deliver run` ends with 1 and says what makes the tables when the database has none', async () => {
  const { code, out, err } = await startDeliverRun({
    DATABASE_URL: await newDatabase('deliver_run_without_tables'),
    MAIL_URL: 'smtp://127.0.0.1:9?tls=none',
  }).ended;
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('the database has no tables of this site yet');
  expect(err).toContain('run `supabase db push`');
});
