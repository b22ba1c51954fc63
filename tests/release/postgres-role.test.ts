import { execFileSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { expect, inject, test } from 'vitest';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { migrate } from '../../server/stores/postgres/migrate.ts';
import { adminUrl, query, withSql } from '../support/postgres.ts';
import { findProgram } from '../support/programs.ts';

const psql = findProgram('psql');

test.runIf(psql)('compose.yaml’s role owns its schema, is no superuser (needs psql)', async () => {
  const port = inject('postgresPort');
  await query(adminUrl(port), "create role postgres superuser login password 'admin'");
  execFileSync(fromRoot('deploy/postgres-role.sh'), {
    stdio: 'ignore',
    env: {
      PATH: [process.env.PATH, dirname(psql ?? '')].join(delimiter),
      PGHOST: '127.0.0.1',
      PGPORT: String(port),
      PGDATABASE: 'postgres',
      PGPASSWORD: 'admin',
      DECKWRIGHT_PASSWORD: "it's secret",
    },
  });
  const url = `postgres://deckwright:it%27s%20secret@127.0.0.1:${port}/deckwright`;
  await withSql(url, async (sql) => {
    await migrate(sql);
    const [role] = await sql`select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls
        from pg_roles where rolname = current_user`;
    expect(Object.values(role ?? {})).toEqual([false, false, false, false]);
    const owners = await sql`select distinct tableowner from pg_tables
        where schemaname = 'deckwright'`;
    expect(owners).toEqual([{ tableowner: 'deckwright' }]);
  });
});
