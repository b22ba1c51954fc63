import { expect, inject, test } from 'vitest';
import type { Finding } from '../../cli/commands/check/report.ts';
import { runCommand } from '../../cli/testing/run-command.ts';
import { migrateDatabase } from '../../server/stores/postgres/migrate.ts';
import { adminUrl, query } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

/** Returns what `check --live` finds in a database. */
async function check(DATABASE_URL: string) {
  // Nothing listens on port 2.
  const environment = { DATABASE_URL, IP_HASH_SECRET: 'x'.repeat(16), PORT: '2' };
  const { live } = JSON.parse((await runCommand('check --live --json', environment)).out);
  return live.find(({ name }: Finding) => name === 'database');
}

test('check --live warns for a day that the database was made new, and of a role that is a superuser', async () => {
  const url = await newDatabase('checked');
  const port = inject('postgresPort');
  await migrateDatabase(url);
  const finding = { name: 'database', value: `127.0.0.1:${port}/checked` };
  expect(await check(url)).toEqual({
    ...finding,
    warning: expect.stringMatching(/^made new on \d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
    remedy: expect.stringContaining('names another place'),
  });
  expect(await check(adminUrl(port, 'checked'))).toMatchObject({
    ...finding,
    warning: 'superuser (admin is a superuser)',
  });
  await query(url, "update deckwright.migrations set applied_at = '2026-01-01'");
  expect(await check(url)).toEqual(finding);
});

test('check --live finds nothing wrong with a database before its first migration, and leaves no connection to it', async () => {
  const url = await newDatabase('checked_early');
  const port = inject('postgresPort');
  expect(await check(url)).toEqual({
    name: 'database',
    value: `127.0.0.1:${port}/checked_early`,
  });
  const open = "select 1 from pg_stat_activity where datname = 'checked_early'";
  // PostgreSQL notices the end of a connection a moment later.
  await expect.poll(() => query(adminUrl(port), open)).toEqual([]);
});

test('check --live names a login without a password, which the address lacks', async () => {
  const url = new URL(await newDatabase('checked_login'));
  url.password = '';
  expect(await check(url.href)).toMatchObject({
    problem: expect.stringContaining('PostgreSQL refuses the login'),
    remedy: expect.stringContaining('password'),
  });
});
