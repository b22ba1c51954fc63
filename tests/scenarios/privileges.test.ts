import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { functionName, signupTexts } from '../../shared/signup/contract.ts';
import { withSql } from '../support/postgres.ts';
import { goodSignup } from '../support/sign-up.ts';
import { authenticatorUrl, keys, startSupabase } from '../support/supabase.ts';

const site = 'https://deckwright.example';

let project: Awaited<ReturnType<typeof startSupabase>>;

beforeAll(async () => {
  project = await startSupabase(inject('cluster'), 'privileges', { SITE_ORIGIN: site });
});

afterAll(() => project.close());

const asRole = (role: string, statement: string) =>
  withSql(authenticatorUrl(inject('cluster'), 'privileges'), (sql) =>
    sql.begin(async (transaction) => {
      await transaction.unsafe(`set local role ${role}`);
      return transaction.unsafe(statement);
    }),
  );

const call = `select public.secure_signup_save('someone', 10, null)`;

const denied = [
  'select * from deckwright.signups',
  `insert into deckwright.signups (email, source, bot_check, form_fill_time_ms)
    values ('role@scenario.example', 'nav', 'passed', 2500)`,
  'update deckwright.signups set times = 0',
  'delete from deckwright.signups',
  `insert into deckwright.erasures (salt, address_hash) values ('a', 'b')`,
  'select * from deckwright.visitor_attempts',
  'select * from deckwright.daily_counts',
];
const calls = [
  call,
  'select public.secure_signup_canary()',
  `select public.secure_signup_count('[]')`,
];

test.each([
  ...['anon', 'authenticated'].flatMap((role) =>
    [...denied, ...calls].map((statement) => ({ role, statement })),
  ),
  ...denied.map((statement) => ({ role: 'service_role', statement })),
])('$role may not: $statement', async ({ role, statement }) => {
  await expect(asRole(role, statement)).rejects.toMatchObject({ code: '42501' });
});

test('service_role may call the function', async () => {
  expect(await asRole('service_role', call)).toHaveLength(1);
});

test('the publishable key cannot save past the function', async () => {
  const { error } = await createClient(project.url, keys.publishable).rpc('secure_signup_save', {
    visitor_hash: null,
    visitor_limit: null,
    signup: {},
  });
  expect(error).toMatchObject({ code: '42501' });
});

describe('the function, called by a browser', () => {
  const invoke = (key: string) =>
    createClient(project.url, key).functions.invoke(functionName, {
      body: goodSignup(),
    });

  test('takes a sign-up under the publishable key', async () => {
    expect(await invoke(keys.publishable)).toMatchObject({
      data: { message: signupTexts.success },
      error: null,
    });
  });

  test('takes none under another', async () => {
    const { error } = await invoke('sb_publishable_of_somebody_else');
    expect(error.context.status).toBe(401);
  });

  test('answers a health check, and the question before a call from the site', async () => {
    const address = `${project.url}/functions/v1/${functionName}`;
    expect(await (await fetch(address)).json()).toEqual({ ok: true });
    const asked = await fetch(address, { method: 'OPTIONS', headers: { Origin: site } });
    expect(asked.headers.get('access-control-allow-origin')).toBe(site);
    expect(asked.headers.get('access-control-allow-headers')).toContain('x-region');
  });
});
