import { expect, test } from 'vitest';
import { migrate } from '../../server/stores/postgres/migrate.ts';
import { withSql } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';
import { supabaseCli } from '../support/supabase-cli.ts';

/** Nobody answers there: pushing by a database’s address asks no platform. */
const noApi = 'http://127.0.0.1:9';

const versions = 'select version from supabase_migrations.schema_migrations';
const ownTable = `select to_regclass('deckwright.migrations')::text as name`;

test('the CLI pushes the migrations once, and the server takes them as applied', async () => {
  const url = await newDatabase('pushed');
  const push = ['db', 'push', `--remote=${url}?sslmode=disable`];
  const first = await supabaseCli(push, noApi);
  expect(first).toMatchObject({ code: 0, said: expect.stringContaining('early_access') });
  const again = await supabaseCli(push, noApi);
  expect(again).toMatchObject({ code: 0, said: expect.stringContaining('up to date') });
  await withSql(url, (sql) => migrate(sql));
  expect(await withSql(url, (sql) => sql.unsafe(versions))).toHaveLength(2);
  expect(await withSql(url, (sql) => sql.unsafe(ownTable))).toEqual([{ name: null }]);
}, 120_000);
