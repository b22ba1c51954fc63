import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import type { Database } from '../../server/stores/maintenance/database.ts';
import { moveSignups } from '../../server/stores/maintenance/move.ts';
import { openPostgresTarget } from '../../server/stores/maintenance/move-to-postgres.ts';
import { openSqliteTarget } from '../../server/stores/maintenance/move-to-sqlite.ts';
import { openPostgresDatabase } from '../../server/stores/maintenance/postgres.ts';
import { migrateDatabase } from '../../server/stores/postgres/migrate.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { adminUrl, query } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

const newTarget = async (name: string) => openPostgresTarget(await newDatabase(name));

test('After an erasure no file of a table or of an index holds the address', async () => {
  const url = await newDatabase('erased_files');
  const admin = adminUrl(inject('postgresPort'), 'erased_files');
  const email = 'prospect-10124@example.com';
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
  await query(
    url,
    `insert into deckwright.mails (kind, email, replaces)
     select case number % 2 when 0 then 'confirm' else 'change' end,
       format('prospect-%s@example.com', number + number % 2),
       case number % 2 when 1 then format('prospect-%s@example.com', number + 2) end
     from generate_series(1, 20000) as number`,
  );
  await query(
    url,
    `insert into deckwright.mails (kind, email, replaces)
     select 'change', format('new-%s@example.com', number), format('prospect-%s@example.com', number)
     from generate_series(1, 20000) as number`,
  );
  await query(url, 'vacuum (analyze) deckwright.signups, deckwright.mails');
  expect(await findFiles()).toEqual([
    'mails',
    'mails_email',
    'mails_replaces',
    'signups',
    'signups_pkey',
  ]);
  const signups = await openPostgresDatabase(url);
  // The sign-up, two mails to the address, and one mail that changes it.
  expect(await signups.erase(email)).toBe(4);
  expect(await signups.erase(email)).toBe(0);
  await signups.close();
  expect(await findFiles()).toEqual([]);
});

test('A sign-up and a mail that were dated in the future do not come back by a move after their erasure', async () => {
  const [erasedFrom, copy] = [await newDatabase('erased_from'), await newDatabase('older_copy')];
  const email = 'ada@company.com';
  for (const url of [erasedFrom, copy]) {
    await migrateDatabase(url);
    await query(
      url,
      `insert into deckwright.signups (email, source, bot_check, created_at)
       values ('${email}', 'nav', 'passed', '2099-11-01')`,
    );
    await query(
      url,
      `insert into deckwright.mails (kind, email, requested_at)
       values ('confirm', '${email}', '2099-11-02')`,
    );
  }
  const source = await openPostgresDatabase(copy);
  const target = await openPostgresTarget(erasedFrom);
  try {
    expect(await target.database.erase(email)).toBe(2);
    await moveSignups(source, target, () => {});
    const left = `select email from deckwright.signups union all select email from deckwright.mails`;
    expect(await query(erasedFrom, left)).toEqual([]);
  } finally {
    await source.close();
    await target.close();
  }
});

const newFile = async () => openSqliteTarget(join(temporaryFolder(), 'data'));
const eraseAda = (database: Database) => database.erase('ada@company.com');
const forgetAda = (database: Database) =>
  database.forget({ before: '2026-11-02', notInvited: false }, () => {});

test.each([
  { how: 'erase', target: 'PostgreSQL', open: () => newTarget('merged_erase'), erase: eraseAda },
  { how: 'forget', target: 'PostgreSQL', open: () => newTarget('merged_forget'), erase: forgetAda },
  { how: 'erase', target: 'SQLite', open: newFile, erase: eraseAda },
  { how: 'forget', target: 'SQLite', open: newFile, erase: forgetAda },
])(
  'After a move to $target merged a sign-up of a clock that was ahead into an older sign-up, $how holds for both',
  async ({ how, target: name, open, erase }) => {
    const url = await newDatabase(`ahead_${how}_${name}`.toLowerCase());
    await migrateDatabase(url);
    const signUp = (schema: string, time: string) => `insert into ${schema}signups
      (email, source, bot_check, created_at, last_seen_at, seen_on)
      values ('ada@company.com', 'nav', 'passed', '${time}', '${time}', '2026-11-01')`;
    await query(url, signUp('deckwright.', '2099-11-01T00:00:00.000Z'));
    const source = await openPostgresDatabase(url);
    const target = await open();
    try {
      const { database } = target;
      await database.query(signUp(database.schema, '2026-11-01T00:00:00.000Z'));
      expect(await moveSignups(source, target, () => {})).toMatchObject({ known: 1 });
      await erase(database);
      expect(await moveSignups(source, target, () => {})).toMatchObject({ copied: 0, total: 0 });
    } finally {
      await source.close();
      await target.close();
    }
  },
);

test('An erasure of an address without a sign-up holds for an older sign-up that a later move finds', async () => {
  const url = await newDatabase('found_later');
  await migrateDatabase(url);
  await query(
    url,
    `insert into deckwright.signups (email, source, bot_check) values ('ada@company.com', 'nav', 'passed')`,
  );
  const source = await openPostgresDatabase(url);
  const targets = [await newTarget('erased_early'), await newFile()];
  for (const target of targets) {
    expect(await target.database.erase('ada@company.com')).toBe(0);
    expect(await moveSignups(source, target, () => {})).toMatchObject({ copied: 0, erased: 1 });
    await target.close();
  }
  await source.close();
});
