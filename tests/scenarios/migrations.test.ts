import { expect, test } from 'vitest';
import { migrate, migrateDatabase, readMigrations } from '../../server/stores/postgres/migrate.ts';
import { asParameter } from '../../shared/signup/store.ts';
import { acceptedSignup } from '../../shared/signup/testing/sign-ups.ts';
import { query, withSql } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

const applied = async (url: string) =>
  (await query(url, 'select name from deckwright.migrations order by name')).map(
    ({ name }) => name,
  );
const bodiesOf = (url: string) =>
  query(url, `select prosrc from pg_proc where proname = 'secure_signup_save'`);
/** Returns SQL that saves a sign-up. */
const save = (changes: object = {}) => {
  const row = { ...asParameter({ ...acceptedSignup, limitPerAddressDay: 2 }), ...changes };
  return `select public.secure_signup_save(null, null, '${JSON.stringify(row)}') as answer`;
};
const fromOutbox = { waited_ms: 0 };

test('replicas that start together apply each migration once', async () => {
  const url = await newDatabase('together');
  await withSql(url, async (other) => {
    // Each replica finds the same migrations missing, and then waits for the lock.
    await other`select pg_advisory_lock(4921377)`;
    // A replica waits 3 s for the lock. A busy machine may take longer until all four wait.
    const migrating = [1, 2, 3, 4].map(() =>
      withSql(url, (sql) =>
        migrate({
          query: (text, values) =>
            sql.query(text.replace(`lock_timeout = '3s'`, `lock_timeout = '10min'`), values),
        }),
      ),
    );
    const countWaiting = async () => {
      const rows = await other`select from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and locktype = 'advisory' and not granted`;
      return rows.length;
    };
    await expect.poll(countWaiting, { interval: 10 }).toBe(4);
    await other`select pg_advisory_unlock(4921377)`;
    await Promise.all(migrating);
  });
  const names = (await readMigrations()).map(({ name }) => name);
  expect(await applied(url)).toEqual(names);
});

test('migrateDatabase resolves with the time of the first migration, also when nothing is missing', async () => {
  const url = await newDatabase('first_time');
  const before = Date.now();
  const first = await migrateDatabase(url);
  expect(first?.getTime()).toBeGreaterThan(before - 60_000);
  expect(first?.getTime()).toBeLessThan(Date.now() + 60_000);
  expect(await migrateDatabase(url)).toEqual(first);
  expect(await applied(url)).toHaveLength(readMigrations().length);
});

test('migrateDatabase makes the schema public where it was dropped', async () => {
  const url = await newDatabase('no_public');
  await query(url, 'drop schema public');
  await migrateDatabase(url);
  expect(await applied(url)).toHaveLength(readMigrations().length);
});

test('migrateDatabase changes nothing in a database that the Supabase CLI migrated, and knows no time', async () => {
  const url = await newDatabase('pushed');
  const versions = readMigrations().map(({ name }) => `('${name.split('_')[0]}')`);
  await query(
    url,
    `create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key);
    insert into supabase_migrations.schema_migrations values ${versions}`,
  );
  expect(await migrateDatabase(url)).toBeNull();
  expect(await query(url, `select to_regnamespace('deckwright')::text as schema`)).toEqual([
    { schema: null },
  ]);
});

test('migrate applies and records only what the Supabase CLI has not pushed yet', async () => {
  const url = await newDatabase('half_pushed');
  const [first, second] = ['01', '02'].map((day) => ({
    name: `299901${day}000000_day`,
    sql: `create table deckwright.day_${day} ()`,
  }));
  const all = [first, second].filter((one) => one !== undefined);
  await query(
    url,
    `create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key);
    insert into supabase_migrations.schema_migrations values ('29990101000000')`,
  );
  await withSql(url, (sql) => migrate(sql, all));
  const tables = `select tablename from pg_tables where schemaname = 'deckwright' order by 1`;
  expect(await query(url, tables)).toEqual([{ tablename: 'day_02' }, { tablename: 'migrations' }]);
  expect(await applied(url)).toEqual(all.map(({ name }) => name));
});

test('a migration that breaks a unique key of its own fails with the reason, and is not recorded', async () => {
  const url = await newDatabase('duplicate');
  const broken = {
    name: '29991231000000_broken',
    sql: 'create table deckwright.once (number int primary key); insert into deckwright.once values (1), (1)',
  };
  const migrating = withSql(url, (sql) => migrate(sql, [...readMigrations(), broken]));
  await expect(migrating).rejects.toThrow('duplicate key value');
  expect(await query(url, `select to_regnamespace('deckwright')::text as schema`)).toEqual([
    { schema: null },
  ]);
});

test('migrateDatabase rejects with the reason when the database cannot be reached', async () => {
  await expect(migrateDatabase('postgres://site@127.0.0.1:9/nothing')).rejects.toThrow(
    'ECONNREFUSED',
  );
});

test('while another replica migrates, migrate waits 3 s at most, and not at all when nothing is missing', async () => {
  const url = await newDatabase('locked');
  await withSql(url, (sql) => migrate(sql));
  const later = { name: '29991231000000_later', sql: 'create table deckwright.later ()' };
  await withSql(url, async (other) => {
    // The lock that a replica holds while it migrates.
    await other`select pg_advisory_lock(4921377)`;
    await withSql(url, (sql) => migrate(sql));
    const waiting = withSql(url, (sql) => migrate(sql, [...readMigrations(), later]));
    await expect(waiting).rejects.toThrow('lock timeout');
  });
  expect(await applied(url)).toHaveLength(readMigrations().length);
});

test('a replica that starts beside an open dump changes nothing and delays no sign-up', async () => {
  const url = await newDatabase('dumped');
  await withSql(url, (sql) => migrate(sql));
  await withSql(url, async (dump) => {
    await dump.transaction(async (ask) => {
      // pg_dump holds this lock on every table until it ends.
      await ask('lock table deckwright.signups in access share mode');
      await withSql(url, (sql) => migrate(sql));
      expect(await query(url, save())).toHaveLength(1);
    });
  });
});

test('an older build that restarts on a newer database changes nothing in it', async () => {
  const url = await newDatabase('newer');
  const migrations = await readMigrations();
  const later = {
    name: '29991231000000_later',
    sql: `create or replace function public.secure_signup_save(
      visitor_hash text, visitor_limit integer, signup jsonb
    ) returns jsonb language sql as 'select null::jsonb -- newer'`,
  };
  await withSql(url, (sql) => migrate(sql, [...migrations, later]));
  const newer = await bodiesOf(url);
  expect(newer).toEqual([{ prosrc: expect.stringContaining('newer') }]);
  await withSql(url, (sql) => migrate(sql));
  expect(await bodiesOf(url)).toEqual(newer);
});

test('a migration that fails leaves nothing of itself', async () => {
  const url = await newDatabase('failing');
  const broken = {
    name: '29991231000000_broken',
    sql: 'create table deckwright.half (); select 1/0',
  };
  const migrations = [...(await readMigrations()), broken];
  await expect(withSql(url, (sql) => migrate(sql, migrations))).rejects.toThrow('division by zero');
  const half = `select to_regclass('deckwright.half') as half`;
  expect(await query(url, half)).toEqual([{ half: null }]);
});

test('a sign-up of an outbox that is sent again, after midnight too, is saved once and does not count', async () => {
  const url = await newDatabase('midnight');
  await withSql(url, async (sql) => {
    await migrate(sql);
    const counts = async () => {
      const rows = await sql`select times, times_that_day from deckwright.signups`;
      return rows.map((row) => Object.values(row).join());
    };
    await sql.query(save(fromOutbox));
    expect(await counts()).toEqual(['1,1']);
    await sql.query('update deckwright.signups set seen_on = seen_on - 1');
    await sql.query(save(fromOutbox));
    expect(await counts()).toEqual(['1,1']);
    for (const expected of ['2,1', '3,2', '3,2']) {
      await sql.query("update deckwright.signups set last_seen_at = '2026-11-01'");
      await sql.query(save());
      // A sign-up past the limit writes as well, so that its answer takes as long as that of a new address.
      const seen = await sql`select last_seen_at > '2026-11-02' as is_seen from deckwright.signups`;
      expect([...seen]).toEqual([{ is_seen: true }]);
      await sql.query(save(fromOutbox));
      expect(await counts()).toEqual([expected]);
    }
  });
});

test('a new column is saved without a new function', async () => {
  const url = await newDatabase('new_column');
  await withSql(url, async (sql) => {
    await migrate(sql);
    // The connection has planned the function before the column exists.
    await sql.query(save());
    await query(url, 'alter table deckwright.signups add column colour text');
    await sql.query(save({ email: 'bea@company.com', colour: 'red' }));
    const colours = await sql`select colour from deckwright.signups order by email`;
    expect([...colours]).toEqual([{ colour: null }, { colour: 'red' }]);
  });
});

test('PostgreSQL stores the 201st campaign of a day as other, also when two new campaigns come at once', async () => {
  const url = await newDatabase('campaigns');
  await withSql(url, async (sql) => {
    await migrate(sql);
    const sign = (campaign: string, email = `${campaign}@company.com`) =>
      sql`select public.secure_signup_save(null, null,
        ${JSON.stringify(asParameter({ ...acceptedSignup, email, campaign }))}::text::jsonb)`;
    for (let number = 0; number < 199; number += 1) await sign(`c${number}`);
    // Two new campaigns at once, where one is left.
    await Promise.all([
      sign('one'),
      withSql(
        url,
        (other) => other`select public.secure_signup_save(
      null, null, ${JSON.stringify(asParameter({ ...acceptedSignup, email: 'two@company.com', campaign: 'two' }))}::text::jsonb)`,
      ),
    ]);
    await sign('c7', 'again@company.com');
    await sql`insert into deckwright.signups (email, source, bot_check, created_at, campaign)
      values ('moved@company.com', 'nav', 'passed', '2026-11-01', 'moved')`;
    const rows = await sql`select campaign, count(*)::integer as signups from deckwright.signups
      where campaign in ('other', 'one', 'two', 'c7', 'moved') group by 1 order by 1`;
    const [newOne] = rows.filter(({ campaign }) => ['one', 'two'].includes(String(campaign)));
    expect(rows.filter((row) => row !== newOne)).toEqual([
      { campaign: 'c7', signups: 2 },
      { campaign: 'moved', signups: 1 },
      { campaign: 'other', signups: 1 },
    ]);
    expect(newOne?.signups).toBe(1);
    const counts = await sql`select count(*)::integer as campaigns from deckwright.daily_counts
      where name = 'campaign'`;
    expect([...counts]).toEqual([{ campaigns: 201 }]);
  });
});
