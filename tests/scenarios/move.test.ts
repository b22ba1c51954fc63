import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Database } from '../../server/stores/maintenance/database.ts';
import { openTarget } from '../../server/stores/maintenance/open-target.ts';
import { openPostgresDatabase } from '../../server/stores/maintenance/postgres.ts';
import { countSignups, exportSignups, listSignups } from '../../server/stores/maintenance/read.ts';
import { openSqliteDatabase } from '../../server/stores/maintenance/sqlite.ts';
import { openSignups } from '../../server/stores/sqlite/open.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { erase, move } from '../support/maintenance.ts';
import { adminUrl, query } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';
import { createProjectDatabase } from '../support/supabase.ts';

const port = inject('postgresPort');
const total = 2_000;

const fill = `
  with recursive numbers (number) as (
    select 1 union all select number + 1 from numbers where number < ${total}
  )
  insert into signups
    (email, source, bot_check, user_agent, form_fill_time_ms, created_at, last_seen_at, times, seen_on)
  select 'prospect-' || number || '@move.example',
    case number % 4 when 0 then 'nav' when 1 then 'hero' when 2 then 'cta' else 'modal' end,
    case number % 2 when 0 then 'passed' else 'skipped' end, 'agent ' || number, 2000 + number,
    strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-01', '-' || number || ' minutes'),
    strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-02', '-' || number || ' seconds'),
    1 + number % 7, date('2026-11-02')
  from numbers`;

/** Returns SQL that adds a sign-up to the target. */
const newcomer = (email: string) => `insert into deckwright.signups
  (email, source, bot_check, form_fill_time_ms) values ('${email}', 'nav', 'passed', 2500)`;

const folder = temporaryFolder();
openSignups(folder, { create: true }).close();
const source = openSqliteDatabase(folder);
atEnd(source.close);
source.connection.exec(fill);
const mailOf = (number: number, sentAt: string | null) => `insert into deliveries
  (kind, email, address_hash, created_at, due_at, tries, attempted_at, sent_at) values ('confirm',
    'prospect-${number}@move.example', 'hash-${number}', '2026-11-01T00:00:00.123Z', '2026-11-01T00:00:00.123Z', 1,
    '2026-11-01T00:00:01.000Z', ${sentAt ? `'${sentAt}'` : 'null'})`;
source.connection.exec(mailOf(20, '2026-11-01T00:00:02.000Z'));
source.connection.exec(mailOf(21, null));
source.connection.exec(
  "update signups set confirmed_at = '2026-11-02T00:00:00.000Z' where email = 'prospect-20@move.example'",
);
source.connection.exec(`insert into daily_counts (day, name, label, count)
  values ('2026-11-01', 'form_sent', 'hero', 7)`);

/** Returns every column of every row. */
async function rowsOf({ time, stream, schema }: Database): Promise<string[]> {
  const rows = stream(`select email, source, bot_check, user_agent, form_fill_time_ms,
    ${time('created_at')} as created_at, ${time('last_seen_at')} as last_seen_at, times,
    cast(seen_on as text) as seen_on, times_that_day,
    ${time('confirmed_at')} as confirmed_at from ${schema}signups`);
  const all = await Readable.from(rows).toArray();
  return all.map((row) => JSON.stringify(Object.values(row))).sort();
}

/** Returns the mails of a database, with whether a worker would take each now. */
async function mailsOf({ time, query, schema }: Database, now: string) {
  return query(`select email, ${time('sent_at')} as sent_at, refusal,
    sent_at is null and refused_at is null and due_at <= ${now} as is_due
    from ${schema}deliveries order by email`);
}
const sqliteNow = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";

/** Expects that the PostgreSQL at an address has the same sign-ups as the source. */
async function expectTheSame(url: string): Promise<void> {
  const there = openPostgresDatabase(url);
  expect(await rowsOf(there).finally(there.close)).toEqual(await rowsOf(source));
}

/** Moves into the PostgreSQL at an address, or into a data folder. */
async function moveTo(to: string, from: Database = source) {
  const target = await openTarget(to);
  return move(from, target).finally(target.close);
}

describe.each([
  ['PostgreSQL', () => newDatabase('target')],
  ['Supabase’s database', () => createProjectDatabase(port, 'hosted_target')],
])('%s', (_name, createTarget) => {
  let to: string;
  let there: Database;

  beforeAll(async () => {
    to = await createTarget();
    there = openPostgresDatabase(to);
    return there.close;
  });

  test('move copies every sign-up with each column, and counts and verifies them', async () => {
    const counts = { added: total, known: 0, erased: 0, mails: 2, removed: 0, total };
    expect(await moveTo(to)).toEqual(counts);
    await expectTheSame(to);
  });

  test('count, list and export read the same from the target as from SQLite', async () => {
    expect(await countSignups(there)).toEqual(await countSignups(source));
    const newest = (from: Database) => Readable.from(listSignups(from, 5)).toArray();
    expect(await newest(there)).toEqual(await newest(source));
    const [here, exported] = await Promise.all(
      [source, there].map((database) => Readable.from(exportSignups(database)).toArray()),
    );
    expect(exported).toEqual(here);
  });

  test('a second move copies nothing, and keeps what arrived in the target meanwhile', async () => {
    await there.query(`update deckwright.signups set times = 99 where email like 'prospect-1@%'`);
    await there.query(newcomer('new@move.example'));
    const counts = { added: 0, known: total, erased: 0, mails: 0, removed: 0, total: total + 1 };
    expect(await moveTo(to)).toEqual(counts);
    expect(await there.query('select email from deckwright.signups where times = 99')).toEqual([
      { email: 'prospect-1@move.example' },
    ]);
  });

  test('an erasure removes the address also from the planner’s statistics', async () => {
    await there.query('analyze deckwright.signups');
    const statistics = async () =>
      JSON.stringify(
        await there.query(`select histogram_bounds::text from pg_stats
          where schemaname = 'deckwright' and tablename = 'signups' and attname = 'email'`),
      );
    const [held = ''] = (await statistics()).match(/prospect-\d+@move\.example/) ?? [];
    expect([await erase(there, held), await erase(there, held)]).toEqual([1, 0]);
    expect(await statistics()).not.toContain(held);
  });
});

test('a move brings mails, holds back those that wait, and a second move tells the target which of them were sent', async () => {
  const folder = temporaryFolder();
  openSignups(folder, { create: true }).close();
  const from = openSqliteDatabase(folder);
  for (const sql of [mailOf(1, '2026-11-01T00:00:02.000Z'), mailOf(2, null), mailOf(3, null)]) {
    from.connection.exec(sql);
  }
  const to = await newDatabase('mails');
  expect(await moveTo(to, from)).toMatchObject({ mails: 3 });
  const there = openPostgresDatabase(to);
  const facts = { refusal: null, is_due: false };
  const [one, two, three] = [1, 2, 3].map((number) => `prospect-${number}@move.example`);
  expect(await mailsOf(there, 'now()')).toEqual([
    { ...facts, email: one, sent_at: '2026-11-01T00:00:02.000Z' },
    { ...facts, email: two, sent_at: null },
    { ...facts, email: three, sent_at: null },
  ]);
  // The server of the source goes on sending, and refuses one.
  const ends = [
    "update deliveries set sent_at = '2026-11-01T00:05:00.000Z' where email like 'prospect-2@%'",
    `update deliveries set refused_at = '2026-11-01T00:06:00.000Z', refusal = '550'
      where email like 'prospect-3@%'`,
  ];
  for (const sql of ends) from.connection.exec(sql);
  expect(await moveTo(to, from)).toMatchObject({ mails: 0 });
  const ended = [
    { ...facts, email: one, sent_at: '2026-11-01T00:00:02.000Z' },
    { ...facts, email: two, sent_at: '2026-11-01T00:05:00.000Z' },
    { ...facts, email: three, sent_at: null, refusal: '550' },
  ];
  expect(await mailsOf(there, 'now()')).toEqual(ended);
  // On the way back, the same mails are known.
  await there.query(`insert into deckwright.deliveries (kind, email, address_hash)
    values ('confirm', 'x@new.example', 'hash-x')`);
  expect(await moveTo(folder, there)).toMatchObject({ mails: 1 });
  expect(await moveTo(folder, there)).toMatchObject({ mails: 0 });
  expect(await mailsOf(from, sqliteNow)).toEqual([
    ...ended.map((mail) => ({ ...mail, is_due: 0 })),
    { ...facts, email: 'x@new.example', sent_at: null, is_due: 0 },
  ]);
  await erase(there, 'prospect-1@move.example');
  expect(await moveTo(to, from)).toMatchObject({ mails: 0 });
  await moveTo(folder, there);
  for (const database of [there, from]) {
    const left = await mailsOf(database, database === there ? 'now()' : sqliteNow);
    expect(left.map(({ email }) => email)).toEqual([two, three, 'x@new.example']);
  }
  await Promise.all([there.close(), from.close()]);
});

test('links, stops, counts of mails and erasures move, and a link moves only with its entry', async () => {
  const folder = temporaryFolder();
  openSignups(folder, { create: true }).close();
  const from = openSqliteDatabase(folder);
  atEnd(from.close);
  from.connection.exec(`
    insert into signups (email, source, bot_check, created_at, last_seen_at, seen_on) values
      ('ada@move.example', 'hero', 'passed', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01'),
      ('bob@move.example', 'hero', 'passed', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01');
    insert into links values ('ada-link', 'ada@move.example', 'confirm', '2026-11-01T00:00:00.000Z'),
      ('bob-link', 'bob@move.example', 'confirm', '2026-11-01T00:00:00.000Z');
    insert into stops values ('stop', 'bounce', '2026-11-01T00:00:00.000Z');
    insert into mail_counts values ('hash', '2026-11-01', 2)`);
  const to = await newDatabase('links');
  const there = await openTarget(to);
  atEnd(there.close);
  await there.query(
    `insert into deckwright.stops (address_hash, because) values ('stop', 'complaint')`,
  );
  await erase(there, 'bob@move.example');
  await move(from, there);
  await there.query(`insert into deckwright.mail_counts values ('hash', '2026-11-02', 1)`);
  await move(from, there);
  const one = async (statement: string) =>
    (await there.query(statement)).map((row) => Object.values(row));
  expect(await one('select token_hash from deckwright.links')).toEqual([['ada-link']]);
  expect(await one('select because from deckwright.stops')).toEqual([['complaint']]);
  expect(await one('select sent from deckwright.mail_counts order by day')).toEqual([[2], [1]]);
  // The key of the older database makes the hashes of both databases from now on.
  const oldest = 'select key from deckwright.address_keys order by created_at limit 1';
  expect(await one(oldest)).toEqual(
    from.connection
      .prepare('select key from address_keys')
      .all()
      .map(({ key }) => [key]),
  );
});

test('count on a database without our tables says what to do', async () => {
  const empty = openPostgresDatabase(await newDatabase('empty'));
  await expect(countSignups(empty)).rejects.toThrow(/no sign-up data in the database: start/);
  await empty.close();
});

test('a second move erases in the target what was erased in the source since the first', async () => {
  const to = await newDatabase('erased');
  await moveTo(to);
  expect(await erase(source, 'prospect-2@move.example')).toBe(1);
  await moveTo(to);
  await expectTheSame(to);
});

test('a second move brings back no address that was erased in the target, and keeps a newer sign-up of that address', async () => {
  const to = await newDatabase('erased_there');
  await moveTo(to);
  const there = openPostgresDatabase(to);
  await erase(there, 'prospect-3@move.example');
  await erase(there, 'prospect-4@move.example');
  await there.query(newcomer('prospect-4@move.example'));
  expect(await moveTo(to)).toMatchObject({ added: 0, erased: 2 });
  const back = `select email, source from deckwright.signups where email similar to 'prospect-[34]@%'`;
  expect(await there.query(back)).toEqual([{ email: 'prospect-4@move.example', source: 'nav' }]);
  await there.close();
});

test('move copies from PostgreSQL by a role that only owns its database', async () => {
  await query(adminUrl(port), `create role plain login password 'plain'`);
  await query(adminUrl(port), 'create database plain owner plain');
  const from = `postgres://plain:plain@127.0.0.1:${port}/plain`;
  const to = await newDatabase('onward');
  await moveTo(from);
  const plain = openPostgresDatabase(from);
  await moveTo(to, plain);
  await plain.close();
  await expectTheSame(to);
});

test('PostgreSQL is moved into a new SQLite file, each column of it, and erasures hold there', async () => {
  const to = await newDatabase('way_back');
  await moveTo(to);
  const there = openPostgresDatabase(to);
  const target = await openTarget(join(temporaryFolder(), 'data'));
  atEnd(target.close);
  expect(await move(there, target)).toMatchObject({ known: 0, erased: 0 });
  expect(await rowsOf(target)).toEqual(await rowsOf(source));
  await erase(there, 'prospect-5@move.example');
  await erase(target, 'prospect-6@move.example');
  expect(await move(there, target)).toMatchObject({ added: 0, erased: 1 });
  const left = `select email from signups where email in ('prospect-5@move.example', 'prospect-6@move.example')`;
  expect(await target.query(left)).toEqual([]);
  await there.close();
});
