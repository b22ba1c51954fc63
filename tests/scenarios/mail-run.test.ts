import { expect, test } from 'vitest';
import { startMailbox } from '../../server/mail/testing/mailbox.ts';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { migrateDatabase } from '../../server/stores/postgres/migrate.ts';
import { createPool } from '../../server/stores/postgres/pool.ts';
import { createPostgresStore } from '../../server/stores/postgres/store.ts';
import { acceptedSignup } from '../../shared/signup/testing/sign-ups.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { startNode } from '../support/built-server.ts';
import { newDatabase } from '../support/shared-cluster.ts';

const startWorker = (environment: Record<string, string>) =>
  startNode([fromRoot('cli/index.ts'), 'mail', 'run'], {
    NODE_ENV: 'test',
    SUPABASE_URL: 'http://127.0.0.1:9',
    SUPABASE_PUBLISHABLE_KEY: 'unused',
    SIGNUP_PROXY_SECRET: 'the-secret-of-the-proxy',
    ENTRY_LINK_SECRET: 'a secret of sixteen characters'.replaceAll(' ', '-'),
    MAIL_FROM: 'list@deckwright.example',
    ...environment,
  });

test('`mail run` sends what is due in DATABASE_URL, removes unconfirmed entries, serves no pages, and ends with 0 on SIGTERM', async () => {
  const url = await newDatabase('mail_run');
  await migrateDatabase(url);
  const pool = createPool(url, 1);
  atEnd(pool.end);
  const store = createPostgresStore(pool);
  const signUp = (email: string) =>
    store.record(null, { ...acceptedSignup, email, asksConfirmation: true });
  await signUp('late@example.com');
  await pool.ask((sql) => sql`update deckwright.mails set sent_at = now() - interval '9 days'`);
  await signUp('ada@example.com');
  const mailbox = await startMailbox();
  const worker = startWorker({
    DATABASE_URL: url,
    MAIL_URL: mailbox.url,
    SIGNUP_UNCONFIRMED_DAYS: '7',
  });
  await expect.poll(() => mailbox.mails.length).toBe(1);
  await signUp('bob@example.com');
  await expect.poll(() => mailbox.mails.length).toBe(2);
  const entries = () => pool.ask((sql) => sql`select email from deckwright.signups order by email`);
  await expect.poll(entries).toEqual([{ email: 'ada@example.com' }, { email: 'bob@example.com' }]);
  const { code, out } = await worker.stop();
  expect(code).toBe(0);
  expect(out).toContain('stopped');
  expect(out).not.toMatch(/listens|@example\.com/);
});

test.each([
  [
    'MAIL_URL',
    { DATABASE_URL: 'postgres://unused@127.0.0.1:9/unused' },
    'Set it to your SMTP server',
  ],
  ['DATABASE_URL', { MAIL_URL: 'smtp://127.0.0.1:9?tls=none' }, 'of your Supabase project'],
])('`mail run` without %s ends with 1 and says what to set', async (name, given, remedy) => {
  const from = name === 'MAIL_URL' ? { MAIL_FROM: '' } : {};
  const { code, err } = await startWorker({ ...given, ...from } as Record<string, string>).ended;
  expect(code).toBe(1);
  expect(err).toContain(`${name} is unset. `);
  expect(err).toContain(remedy);
});
