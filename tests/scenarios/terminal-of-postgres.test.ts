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
