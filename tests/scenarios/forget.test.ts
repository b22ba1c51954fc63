import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../../cli/testing/run-command.ts';
import { forget } from '../../server/stores/maintenance/erase.ts';
import { openPostgresDatabase } from '../../server/stores/maintenance/postgres.ts';
import { migrate } from '../../server/stores/postgres/migrate.ts';
import { openSignups } from '../../server/stores/sqlite/open.ts';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { asParameter } from '../../shared/signup/store.ts';
import { acceptedSignup } from '../../shared/signup/testing/sign-ups.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { erasing, move } from '../support/maintenance.ts';
import { query, withSql } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

const age = { before: '2026-11-10', notInvited: true };

/** Fills a database with 1,500 old people, of whom 500 are invited, and one person of the day. */
async function fill(name: string): Promise<string> {
  const url = await newDatabase(name);
  await withSql(url, async (sql) => {
    await migrate(sql);
    await sql.query(`insert into deckwright.signups (email, source, bot_check, created_at, wave, invited_at)
      select 'p' || number || '@aged.example', 'hero', 'passed', timestamptz '2026-11-01T00:00:00Z',
        case number % 3 when 0 then 'beta' end, case number % 3 when 0 then now() end
      from generate_series(1, 1500) as number`);
    await sql`insert into deckwright.signups (email, source, bot_check, created_at)
      values ('new@aged.example', 'hero', 'passed', '2026-11-10T00:00:00Z')`;
    await sql`insert into deckwright.deliveries (kind, email, address_hash, created_at)
      select 'confirm', name || '@aged.example', name, '2026-11-01T00:00:00Z'
      from unnest(array['p1', 'gone', 'new']) as name`;
  });
  return url;
}

test('on PostgreSQL forget erases, with evidence, every sign-up from before a day, also a row that a sign-up holds for a moment', async () => {
  const url = await fill('forget');
  const database = openPostgresDatabase(url);
  const forgotten = await withSql(url, async (sql) => {
    const locked = Promise.withResolvers<void>();
    const holding = sql.transaction(async (ask) => {
      await ask(`update deckwright.signups set times = 2 where email = 'p1@aged.example'`);
      locked.resolve();
      await ask('select pg_sleep(0.3)');
    });
    await locked.promise;
    const forgetting = forget(database, age, erasing);
    await holding;
    return forgetting;
  });
  expect(forgotten).toEqual({ signups: 1_000, others: 1 });
  const [left] = await database.query(`select
    (select count(*) from deckwright.signups) as signups,
    (select string_agg(email, ' ') from deckwright.deliveries) as mails,
    (select count(*) from deckwright.erasures) as erasures`);
  expect(left).toEqual({ signups: '501', mails: 'new@aged.example', erasures: '1001' });
  expect(await forget(database, age, erasing)).toEqual({ signups: 0, others: 0 });
  await database.close();
});

test('a move between two PostgreSQL databases honours what forget erased in either', async () => {
  const [here, there] = [
    openPostgresDatabase(await fill('forget_here')),
    openPostgresDatabase(await fill('forget_there')),
  ];
  await forget(there, age, erasing);
  expect(await move(here, there)).toMatchObject({ erased: 1_000, total: 501 });
  expect(await move(there, here)).toMatchObject({ added: 0, removed: 1_000, total: 501 });
  await here.close();
  await there.close();
});

test('signups forget erases from the outbox although the database refuses the erasure', async () => {
  const url = await fill('forget_outbox');
  await withSql(url, (sql) =>
    sql.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise 'no row is deleted'; end; $$;
      create trigger refuse before delete on deckwright.signups execute function refuse()`),
  );
  const folder = temporaryFolder();
  const file = openSignups(folder, { create: true });
  file.exec(`insert into signup_outbox (email, signup, stored_at)
    values ('p1@aged.example', '{}', '2026-11-01T00:00:00.000Z')`);
  file.close();
  const { code, err } = await runCommand('signups forget --before 2026-11-10 --yes', {
    DATA_DIR: folder,
    DATABASE_URL: url,
  });
  expect([code, err]).toEqual([1, expect.stringContaining('no row is deleted')]);
  expect(readSqlite(folder, 'select email from signup_outbox')).toEqual([]);
});

const erasures = [
  'signups erase p1@aged.example --yes',
  'signups forget --before 2026-11-10 --yes',
];

describe.each([
  ['there is no data folder', 'missing', () => {}],
  ['DATA_DIR is a file', 'file', (path: string) => writeFileSync(path, '')],
])('where %s', (_where, name, make) => {
  test.each(erasures)('%s succeeds on PostgreSQL', async (line) => {
    const DATABASE_URL = await fill(`${name}_folder_${line.split(' ')[1]}`);
    const DATA_DIR = join(temporaryFolder(), name);
    make(DATA_DIR);
    expect(await runCommand(line, { DATA_DIR, DATABASE_URL })).toMatchObject({ code: 0, err: '' });
  });
});

test.each(erasures)(
  '%s erases nothing on PostgreSQL when the terminal cannot look for an outbox in DATA_DIR',
  async (line) => {
    const url = await fill(`closed_folder_${line.split(' ')[1]}`);
    const DATA_DIR = join(temporaryFolder(), 'loop');
    symlinkSync(DATA_DIR, DATA_DIR);
    const { code, out } = await runCommand(`${line} --json`, { DATA_DIR, DATABASE_URL: url });
    const { error } = JSON.parse(out);
    expect([code, error.code, error.message]).toEqual([
      1,
      'file',
      expect.stringContaining(DATA_DIR),
    ]);
    const [left] = await query(url, 'select count(*)::integer as people from deckwright.signups');
    expect(left).toEqual({ people: 1_501 });
  },
);

test.each(['signups erase waiting@aged.example --yes', 'signups forget --before 2026-11-10 --yes'])(
  'after %s the database refuses a sign-up that the server was sending from its outbox at that moment',
  async (line) => {
    const url = await fill(`sending_${line.split(' ')[1]}`);
    const folder = temporaryFolder();
    const file = openSignups(folder, { create: true });
    file.exec(`insert into signup_outbox (email, signup, stored_at) values
    ('waiting@aged.example', '{}', '2026-11-01T00:00:00.000Z'),
    ('new@aged.example', '{}', '2026-11-01T00:00:00.000Z')`);
    file.close();
    const { code } = await runCommand(line, { DATA_DIR: folder, DATABASE_URL: url });
    expect(code).toBe(0);
    const waited = { ...acceptedSignup, email: 'waiting@aged.example', waitedMs: 3_600_000 };
    const arriving = `select public.secure_signup_save(null, null, '${JSON.stringify(asParameter(waited))}') as answer`;
    expect(await query(url, arriving)).toMatchObject([{ answer: { saved: true } }]);
    const left = `select email from deckwright.signups
      where email in ('waiting@aged.example', 'new@aged.example')`;
    expect(await query(url, left)).toEqual([{ email: 'new@aged.example' }]);
  },
);
