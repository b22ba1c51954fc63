import { afterAll, expect, inject, test } from 'vitest';
import { adminUrl, openSql } from '../support/postgres.ts';
import { asRole, createProjectDatabase } from '../support/supabase.ts';

const port = inject('postgresPort');
await createProjectDatabase(port, 'privileges');

const sql = openSql(adminUrl(port, 'privileges'));
afterAll(sql.end);

const run = (role: string, statement: string) => asRole(sql, role, statement);

const call = `select public.secure_signup_save('someone', 10, null)`;

const denied = [
  'select * from deckwright.signups',
  `insert into deckwright.signups (email, source, bot_check, form_fill_time_ms)
    values ('role@scenario.example', 'nav', 'passed', 2500)`,
  'update deckwright.signups set times = 0',
  'delete from deckwright.signups',
  `insert into deckwright.erasures (address_hash, erased_at) values ('a', now())`,
  'select * from deckwright.visitor_attempts',
  'select * from deckwright.daily_counts',
  'select * from deckwright.links',
  'select * from deckwright.deliveries',
  'select * from deckwright.address_keys',
  'select * from deckwright.stops',
  'select * from deckwright.notices',
  'select * from deckwright.mail_counts',
  'select * from deckwright.internals',
];
const calls = [
  call,
  'select public.secure_signup_canary()',
  `select public.secure_signup_count('[]')`,
  `select public.secure_signup_entry('{"action": "read", "token_hash": "a"}')`,
  `select deckwright.erase_entry('ada@example.com', false)`,
  `select public.secure_signup_notice('a', 'b')`,
];

test.each([
  ...['anon', 'authenticated'].flatMap((role) =>
    [...denied, ...calls].map((statement) => ({ role, statement })),
  ),
  ...denied.map((statement) => ({ role: 'service_role', statement })),
])('PostgreSQL denies $role: $statement', async ({ role, statement }) => {
  await expect(run(role, statement)).rejects.toMatchObject({ code: '42501' });
});

test('service_role may call secure_signup_save', async () => {
  expect(await run('service_role', call)).toHaveLength(1);
});
