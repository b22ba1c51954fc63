import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { runCommand } from '../../cli/testing/run-command.ts';
import { migrateDatabase } from '../../server/stores/postgres/migrate.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { adminUrl, query } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

const name = 'of_the_terminal';
const url = await newDatabase(name);
await migrateDatabase(url);
const port = inject('postgresPort');
await query(
  adminUrl(port),
  `create role of_nobody login password 'secret';
   create role of_a_reader login password 'secret' in role ${name};
   alter role of_a_reader set default_transaction_read_only = on`,
);
const addressOf = (role: string, password: string, database = name) =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;

test.each([
  ['the password is wrong', 'no_login', addressOf(name, 'wrong')],
  ['there is no such database', 'no_login', addressOf(name, name, 'of_no_site')],
  ['the role has no rights', 'no_rights', addressOf('of_nobody', 'secret')],
  ['the role may only read', 'read_only', addressOf('of_a_reader', 'secret')],
  ['the server has no TLS', 'database', `${url}?sslmode=require`],
])(
  'signups erase fails with a code and a remedy when %s: %s',
  async (_what, code, DATABASE_URL) => {
    const found = await runCommand('signups erase a@b.example --yes --json', { DATABASE_URL });
    const { error } = JSON.parse(found.out);
    expect([found.code, error.code]).toEqual([1, code]);
    expect(error.remedy).toMatch(/DATABASE_URL|owner|reset default_transaction_read_only/);
  },
);

test('signups backup --to makes no folder when the database has no tables', async () => {
  const DATABASE_URL = await newDatabase('of_a_terminal_without_tables');
  const to = join(temporaryFolder(), 'backups');
  const { code, err } = await runCommand(`signups backup --to ${to}`, { DATABASE_URL });
  expect([code, err]).toEqual([1, expect.stringContaining('no sign-up data')]);
  expect(existsSync(to)).toBe(false);
});

test('the terminal reads each day of a database whose DateStyle is German', async () => {
  const german = 'of_a_german_terminal';
  const DATABASE_URL = await newDatabase(german);
  await migrateDatabase(DATABASE_URL);
  await query(adminUrl(port), `alter database ${german} set datestyle = 'German'`);
  await query(
    DATABASE_URL,
    `insert into deckwright.signups (email, source, bot_check, user_agent, seen_on)
       values ('ada@example.com', 'hero', 'skipped', '', '2026-03-31');
     insert into deckwright.daily_counts (day, name, label, count)
       values ('2026-03-31', 'form_sent', 'hero', 3), ('2026-04-01', 'form_sent', 'hero', 5)`,
  );
  const read = async (command: string) =>
    JSON.parse((await runCommand(`signups ${command} --json`, { DATABASE_URL })).out);
  expect(Object.keys((await read('count')).funnel)).toEqual(['2026-03-31', '2026-04-01']);
  expect((await read('digest --since 2026-04-01')).formsSent).toBe(5);
  expect((await read('show ada@example.com')).signup.seenOn).toBe('2026-03-31');
  const backup = await runCommand(`signups backup --to ${temporaryFolder()}`, { DATABASE_URL });
  expect(backup).toMatchObject({ code: 0, err: '' });
});
