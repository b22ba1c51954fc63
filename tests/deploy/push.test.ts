import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../server/backends/postgres-migrate.ts';
import { type Cluster, createCluster, withSql } from '../support/postgres.ts';
import { supabaseCli } from '../support/supabase-cli.ts';

/** Nobody answers there: pushing by a database’s address asks no platform. */
const noApi = 'http://127.0.0.1:9';

let cluster: Cluster;

beforeAll(async () => {
  cluster = await createCluster();
});

afterAll(() => cluster.remove());

const versions = 'select version from supabase_migrations.schema_migrations';

test('the CLI pushes the migration once, and the server applies it again after it', async () => {
  const url = await cluster.createDatabase('pushed');
  const push = ['db', 'push', `--remote=${url}?sslmode=disable`];
  const first = await supabaseCli(push, noApi);
  expect(first).toMatchObject({ code: 0, said: expect.stringContaining('early_access') });
  const again = await supabaseCli(push, noApi);
  expect(again).toMatchObject({ code: 0, said: expect.stringContaining('up to date') });
  await withSql(url, migrate);
  expect(await withSql(url, (sql) => sql.unsafe(versions))).toHaveLength(1);
}, 120_000);
