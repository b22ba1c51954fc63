import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, inject, test } from 'vitest';
import type { Database } from '../../server/stores/maintenance/database.ts';
import { openTarget } from '../../server/stores/maintenance/open-target.ts';
import { openPostgresDatabase } from '../../server/stores/maintenance/postgres.ts';
import { openSqliteDatabase } from '../../server/stores/maintenance/sqlite.ts';
import { stopPeople } from '../../server/stores/maintenance/stop.ts';
import { createPostgresDeliveries } from '../../server/stores/postgres/delivery-queue.ts';
import { migrateDatabase } from '../../server/stores/postgres/migrate.ts';
import { createPool } from '../../server/stores/postgres/pool.ts';
import { createPostgresStore } from '../../server/stores/postgres/store.ts';
import { createSqliteDeliveries } from '../../server/stores/sqlite/delivery-queue.ts';
import { createSqliteFile } from '../../server/stores/sqlite/file.ts';
import { createSqliteStore } from '../../server/stores/sqlite/store.ts';
import { acceptedSignup } from '../../shared/signup/testing/sign-ups.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { erase, move } from '../support/maintenance.ts';
import { adminUrl, query } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

test('after an erasure no file of a table or of an index holds the address', async () => {
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
    `insert into deckwright.deliveries (kind, email, address_hash)
     select 'confirm', format('prospect-%s@example.com', number), 'hash'
     from generate_series(1, 20000) as number`,
  );
  await query(
    url,
    `insert into deckwright.links (token_hash, email, kind)
     select number, format('prospect-%s@example.com', number), 'confirm'
     from generate_series(1, 20000) as number`,
  );
  await query(url, 'vacuum (analyze) deckwright.signups, deckwright.links, deckwright.deliveries');
  expect(await findFiles()).toEqual([
    'deliveries',
    'deliveries_email',
    'links',
    'links_email',
    'signups',
    'signups_pkey',
  ]);
  const signups = openPostgresDatabase(url);
  // The sign-up and its mail.
  expect(await erase(signups, email)).toBe(2);
  expect(await erase(signups, email)).toBe(0);
  await signups.close();
  expect(await findFiles()).toEqual([]);
});

test('a sign-up and a mail that were dated in the future do not come back by a move after their erasure', async () => {
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
      `insert into deckwright.deliveries (kind, email, address_hash, created_at)
       values ('confirm', '${email}', 'hash', '2099-11-02')`,
    );
  }
  const [source, target] = [openPostgresDatabase(copy), openPostgresDatabase(erasedFrom)];
  try {
    expect(await erase(target, email)).toBe(2);
    await move(source, target);
    const left = `select email from deckwright.signups union all select email from deckwright.deliveries`;
    expect(await query(erasedFrom, left)).toEqual([]);
  } finally {
    await source.close();
    await target.close();
  }
});

test('an erasure of an address without a sign-up holds for an older sign-up that a later move finds', async () => {
  const url = await newDatabase('found_later');
  await migrateDatabase(url);
  await query(
    url,
    `insert into deckwright.signups (email, source, bot_check) values ('ada@company.com', 'nav', 'passed')`,
  );
  const source = openPostgresDatabase(url);
  for (const place of [await newDatabase('erased_early'), join(temporaryFolder(), 'data')]) {
    const target = await openTarget(place);
    expect(await erase(target, 'ada@company.com')).toBe(0);
    expect(await move(source, target)).toMatchObject({ added: 0, erased: 1 });
    await target.close();
  }
  await source.close();
});

async function onSqlite() {
  const folder = temporaryFolder();
  const file = createSqliteFile(folder);
  file.open();
  atEnd(file.close);
  const database: Database = openSqliteDatabase(folder);
  return {
    store: createSqliteStore(file),
    queue: createSqliteDeliveries(file, 20, true),
    database,
  };
}

async function onPostgres(name: string) {
  const url = await newDatabase(name);
  await migrateDatabase(url);
  const pool = createPool(url);
  atEnd(pool.end);
  const database = openPostgresDatabase(url);
  return {
    store: createPostgresStore(pool),
    queue: createPostgresDeliveries(pool, 20, true),
    database,
  };
}

/** Each store with the function that opens a new one. The argument names the new database of PostgreSQL. */
const stores = [
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
] as const;

test.each(stores)(
  'on %s the event of an erasure by the terminal waits until the event that is on its way has ended',
  async (_name, open) => {
    const { store, queue, database } = await open('erased_event');
    atEnd(database.close);
    await store.record(null, { ...acceptedSignup, queuesEvents: true });
    const created = await queue.takeEvent();
    await database.erase([acceptedSignup.email], true);
    expect(await queue.takeEvent()).toBeNull();
    await queue.markSent(created?.id ?? '');
    expect(await queue.takeEvent()).toMatchObject({ kind: 'signup.removed', email: null });
  },
);

test.each(stores)(
  'on %s a sign-up that waited in an outbox during the erasure of its person queues no mail for the later sign-up of that person',
  async (_name, open) => {
    const { store, queue, database } = await open('erased_waiting');
    atEnd(database.close);
    const signup = { ...acceptedSignup, asksConfirmation: true };
    await store.record(null, signup);
    await database.erase([signup.email], false);
    await store.record(null, signup);
    const mail = await queue.takeMail();
    await queue.markSent(mail?.id ?? '');
    await store.record(null, { ...signup, waitedMs: 3_600_000 });
    expect(await queue.takeMail()).toBeNull();
  },
);

test.each(stores)(
  'on %s a person who unsubscribed while a sign-up waited in an outbox stays unsubscribed until the next sign-up',
  async (_name, open) => {
    const { store, database } = await open('unsubscribed_waiting');
    atEnd(database.close);
    const isStopped = async () =>
      (await database.query(`select because from ${database.schema}stops`)).length === 1;
    await stopPeople(database, Readable.from([acceptedSignup.email]), 'unsubscribed');
    await store.record(null, { ...acceptedSignup, waitedMs: 3_600_000 });
    expect(await isStopped()).toBe(true);
    await store.record(null, acceptedSignup);
    expect(await isStopped()).toBe(false);
  },
);

/** Returns how many sign-ups with a campaign were counted. */
async function countCampaigns({ query, schema }: Database): Promise<number> {
  const [row] = await query(`select sum(count) as count from ${schema}daily_counts`);
  return Number(row?.count);
}

test.each(stores)(
  'on %s a sign-up that waited in an outbox during the erasure of its person does not count its campaign',
  async (_name, open) => {
    const { store, database } = await open('campaign_waiting');
    atEnd(database.close);
    await store.record(null, acceptedSignup);
    await database.erase([acceptedSignup.email], false);
    await store.record(null, { ...acceptedSignup, waitedMs: 3_600_000 });
    expect(await countCampaigns(database)).toBe(1);
  },
);

test.each(stores)(
  'on %s a sign-up from an outbox that arrives twice counts its campaign once',
  async (_name, open) => {
    const { store, database } = await open('campaign_twice');
    atEnd(database.close);
    const waiting = { ...acceptedSignup, waitedMs: 1_000 };
    await store.record(null, waiting);
    await store.record(null, waiting);
    expect(await countCampaigns(database)).toBe(1);
  },
);
