import { expect, inject, test } from 'vitest';
import { openPostgresDatabase } from '../../server/stores/maintenance/postgres.ts';
import { migrateDatabase } from '../../server/stores/postgres/migrate.ts';
import { adminUrl, query } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

test('after an erasure no file of the table or of its indexes holds the address', async () => {
  const url = await newDatabase('erased');
  const admin = adminUrl(inject('postgresPort'), 'erased');
  const email = 'prospect-10000@example.com';
  /** Returns the tables and indexes whose file holds the address, as bytes of any kind. */
  const findFiles = async () => {
    // Writes what is in memory to the files.
    await query(admin, 'checkpoint');
    const rows = await query(
      admin,
      `select relname from pg_class,
         lateral pg_read_binary_file(pg_relation_filepath(oid)) as bytes
       where relnamespace = 'deckwright'::regnamespace and relkind in ('r', 'i')
         and position(convert_to('${email}', 'UTF8') in bytes) > 0 order by relname`,
    );
    return rows.map(({ relname }) => relname);
  };
  await migrateDatabase(url);
  // With so many rows a plain `vacuum` skips the indexes, because few rows are dead.
  await query(
    url,
    `insert into deckwright.signups (email, source, bot_check, form_fill_time_ms)
     select format('prospect-%s@example.com', number), 'nav', 'passed', 2500
     from generate_series(1, 20000) as number`,
  );
  await query(url, 'vacuum (analyze) deckwright.signups');
  expect(await findFiles()).toEqual(['signups', 'signups_pkey']);
  const signups = await openPostgresDatabase(url);
  expect(await signups.erase(email)).toBe(1);
  await signups.close();
  expect(await findFiles()).toEqual([]);
});
