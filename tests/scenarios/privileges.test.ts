import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../server/backends/embedded/database.ts';
import { readMigrations } from '../../server/backends/migrations.ts';
import { migrate } from '../../server/backends/postgres-migrate.ts';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { functionName, signupTexts } from '../../shared/signup/contract.ts';
import { type Cluster, createCluster, withSql } from '../support/postgres.ts';
import { keys, startSupabase } from '../support/supabase.ts';
import { goodBody } from './scenarios.ts';

const site = 'https://deckwright.example';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

let cluster: Cluster;
let project: Awaited<ReturnType<typeof startSupabase>>;

beforeAll(async () => {
  cluster = await createCluster();
  project = await startSupabase(cluster, { SITE_ORIGIN: site });
});

afterAll(async () => {
  await project.close();
  await cluster.remove();
});

const asRole = (role: string, statement: string) =>
  withSql(`postgres://authenticator:authenticator@127.0.0.1:${cluster.port}/hosted`, (sql) =>
    sql.begin(async (transaction) => {
      await transaction.unsafe(`set local role ${role}`);
      return transaction.unsafe(statement);
    }),
  );

const call = `select public.secure_signup_save('someone', 10, null)`;

describe.each(['anon', 'authenticated'])('as %s', (role) => {
  test.each([
    ['no select', 'select * from deckwright.signups'],
    [
      'no insert',
      `insert into deckwright.signups (email, source, bot_check, form_fill_time_ms)
      values ('role@scenario.example', 'nav', 'passed', 2500)`,
    ],
    ['no change', `update deckwright.signups set times = 0`],
    ['no removal', 'delete from deckwright.signups'],
    ['no evidence', `insert into deckwright.erasures (salt, address_hash) values ('a', 'b')`],
    ['no look at visitors', 'select * from deckwright.visitor_attempts'],
    ['no execute', call],
  ])('%s', async (_what, statement) => {
    await expect(asRole(role, statement)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('as service_role', () => {
  test('the function may be called', async () => {
    expect(await asRole('service_role', call)).toHaveLength(1);
  });

  test('the tables are out of reach all the same', async () => {
    const looking = asRole('service_role', 'select * from deckwright.signups');
    await expect(looking).rejects.toMatchObject({ code: '42501' });
  });
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
      body: goodBody('browser@scenario.example'),
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

describe('the migration applies again and keeps what is there', () => {
  const count = 'select count(*)::integer as rows from deckwright.signups';

  test('to a Supabase project', async () => {
    await withSql(project.databaseUrl, async (sql) => {
      const before = await sql.unsafe(count);
      await migrate(sql);
      expect(await sql.unsafe(count)).toEqual(before);
    });
  });

  test('to PostgreSQL, by several replicas at once', async () => {
    const url = await cluster.createDatabase('replicas');
    await Promise.all([1, 2, 3, 4].map(() => withSql(url, migrate)));
    expect(await withSql(url, (sql) => sql.unsafe(count))).toEqual([{ rows: 0 }]);
  });

  test('to PGlite', async () => {
    const folder = createTemporaryFolder();
    const database = await openDatabase(folder.path, () => {});
    for (const migration of await readMigrations()) {
      // PGlite takes one statement a query; a block of PL/pgSQL holds them all.
      await database.query(`do $migration$ begin execute $sql$${migration}$sql$; end $migration$`);
    }
    expect(await database.query(count)).toEqual([{ rows: 0 }]);
    await database.close();
    folder.remove();
  });
});
