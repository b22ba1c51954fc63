import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { load } from '../../server/stores/maintenance/load.ts';
import { openPostgresDatabase } from '../../server/stores/maintenance/postgres.ts';
import { createPostgresDeliveries } from '../../server/stores/postgres/delivery-queue.ts';
import { migrateDatabase } from '../../server/stores/postgres/migrate.ts';
import { createPool } from '../../server/stores/postgres/pool.ts';
import { createPostgresEntries, createPostgresStore } from '../../server/stores/postgres/store.ts';
import { asParameter } from '../../shared/signup/store.ts';
import { acceptedSignup, shownNotice } from '../../shared/signup/testing/sign-ups.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { awayFromTheHour } from '../../shared/testing/hour.ts';
import { query, withSql } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

const url = await newDatabase('postgres_store');
await migrateDatabase(url);
// A busy machine needs more time than the default.
const pool = createPool(url, { timeoutMs: 60_000 });
atEnd(pool.end);
const store = createPostgresStore(pool);
const rows = (statement: string) => query(`${url}?options=-csearch_path%3Ddeckwright`, statement);
/** SQL of the sessions that wait for a lock. */
const waiting = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

test('the store counts an attempt and saves a sign-up in one call, and saves none over the limit', async () => {
  await awayFromTheHour();
  const attempt = { visitorHash: 'a-visitor', limitPerHour: 2 };
  const signUp = (email: string) => store.record(attempt, { ...acceptedSignup, email });
  const saved = { saved: true, retryAfter: null };
  expect(await signUp('ann@store.example')).toMatchObject({ ...saved, attempts: 1 });
  expect(await signUp('bob@store.example')).toMatchObject({ ...saved, attempts: 2 });
  const over = await signUp('cyd@store.example');
  expect(over).toMatchObject({ saved: false, retryAfter: expect.any(Number) });
  expect(await store.record(attempt, null)).toMatchObject({ saved: false });
  expect(await rows('select email from signups order by 1')).toEqual([
    { email: 'ann@store.example' },
    { email: 'bob@store.example' },
  ]);
});

test('of 100 sign-ups of one visitor at once exactly as many are saved as the limit allows', async () => {
  await awayFromTheHour();
  const attempt = { visitorHash: 'a-crowd', limitPerHour: 80 };
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      store.record(attempt, { ...acceptedSignup, email: `${at}@crowd.example` }),
    ),
  );
  expect(answers.filter((answer) => answer.saved)).toHaveLength(80);
  expect(await rows("select email from signups where email like '%@crowd.example'")).toHaveLength(
    80,
  );
});

test('a sign-up without an attempt is saved whatever was counted, and a canary leaves no row', async () => {
  const email = 'dan@store.example';
  expect(await store.record(null, { ...acceptedSignup, email })).toMatchObject({ saved: true });
  const canary = { ...acceptedSignup, email: 'eve@store.example', isCanary: true } as const;
  expect(await store.record(null, canary)).toMatchObject({ saved: true });
  expect(
    await rows(`select email from signups where email in ('${email}', '${canary.email}')`),
  ).toEqual([{ email }]);
});

test('a sign-up, a removal, an import and an erasure are on the disk when they are answered, also where the database has synchronous_commit off', async () => {
  const database = await newDatabase('asynchronous');
  await migrateDatabase(database);
  // The trigger runs at the commit, and writes how the commit is made.
  await query(
    database,
    `alter database asynchronous set synchronous_commit = off;
    create table public.commits (operation text, how text);
    create function public.note_commit() returns trigger language plpgsql as $$ begin
      insert into public.commits values (tg_op, current_setting('synchronous_commit'));
      return null;
    end; $$;
    create constraint trigger note_commit after insert or delete on deckwright.signups
      deferrable initially deferred for each row execute function public.note_commit()`,
  );
  const asynchronous = createPool(database, { timeoutMs: 60_000 });
  await createPostgresStore(asynchronous).record(null, acceptedSignup);
  await asynchronous.query(
    `insert into deckwright.links (token_hash, email, kind) values ('a-hash', $1, 'entry')`,
    [acceptedSignup.email],
  );
  await createPostgresEntries(asynchronous, false).remove('a-hash');
  await asynchronous.end();
  const terminal = openPostgresDatabase(database);
  atEnd(terminal.close);
  const listed = {
    email: 'bob@list.example',
    source: 'import',
    bot_check: 'skipped',
    user_agent: '',
    times: 1,
    times_that_day: 1,
  };
  const list = { read: (table: string) => Readable.from(table === 'signups' ? [listed] : []) };
  await load(list, terminal, { only: ['signups'], keepKnown: true });
  await terminal.erase([listed.email], false);
  expect(await query(database, 'select operation, how from public.commits')).toEqual([
    { operation: 'INSERT', how: 'on' },
    { operation: 'DELETE', how: 'on' },
    { operation: 'INSERT', how: 'on' },
    { operation: 'DELETE', how: 'on' },
  ]);
});

test('a notice is added once, and a text that is not the one of its version is refused', async () => {
  await store.addNotice(shownNotice);
  await store.addNotice(shownNotice);
  await expect(store.addNotice({ ...shownNotice, text: 'Another text.' })).rejects.toThrow('check');
  expect(await rows('select version, text from notices')).toEqual([{ ...shownNotice }]);
});

test('a worker takes a mail while a transaction saves a sign-up with a new campaign', async () => {
  const { takeMail } = createPostgresDeliveries(pool, 20, false);
  const asked = { ...acceptedSignup, email: 'fay@store.example', asksConfirmation: true };
  await store.record(null, asked);
  const signup = { ...acceptedSignup, email: 'gus@store.example', campaign: 'begins-now' };
  const mail = await withSql(url, (sql) =>
    sql.transaction(async (ask) => {
      const row = JSON.stringify(asParameter(signup));
      await ask('select public.secure_signup_save(null, null, $1)', [row]);
      return takeMail();
    }),
  );
  expect(mail).toMatchObject({ kind: 'confirm', email: asked.email });
});

test('a sign-up that waits for an erasure of its address counts as made after the erasure', async () => {
  const signup = { ...acceptedSignup, email: 'hal@store.example' };
  await store.record(null, signup);
  await withSql(url, (later) =>
    later.transaction(async (ask) => {
      // The transaction of the sign-up begins before the transaction of the erasure.
      await ask('select 1');
      const saving = await withSql(url, (sql) =>
        sql.transaction(async (erase) => {
          await erase('select deckwright.erase_entry($1, false)', [signup.email]);
          const row = JSON.stringify(asParameter(signup));
          const saved = ask('select public.secure_signup_save(null, null, $1)', [row]);
          await expect.poll(() => rows(waiting)).toHaveLength(1);
          return { saved };
        }),
      );
      await saving.saved;
    }),
  );
  const [dated] = await rows(`select created_at >= erased_at as "isLater" from signups, erasures
    where email = '${signup.email}' and address_hash = address_hash(email)`);
  expect(dated).toEqual({ isLater: true });
});

test('32 sign-ups of one address at the same moment are all saved, and none waits for another one in a circle', async () => {
  const signup = { ...acceptedSignup, email: 'ida@store.example', asksConfirmation: true };
  const deadlocks = `select deadlocks from pg_stat_database where datname = current_database()`;
  const before = await rows(deadlocks);
  const answers = await Promise.all(
    Array.from({ length: 32 }, () => store.record(null, signup).catch(String)),
  );
  expect(new Set(answers.map((answer) => Object(answer).saved))).toEqual(new Set([true]));
  expect(await rows(deadlocks)).toEqual(before);
});

test('a person who signs up again while unconfirmed entries are removed stays, with the new mail', async () => {
  const [first, again] = ['jim@store.example', 'kay@store.example'];
  const asked = { ...acceptedSignup, asksConfirmation: true };
  for (const email of [first, again]) await store.record(null, { ...asked, email });
  const { removeUnconfirmed } = createPostgresDeliveries(pool, 20, false);
  await rows(`update deliveries set sent_at = now();
    insert into links (token_hash, email, kind, created_at)
    values ('link-1', '${first}', 'confirm', '2026-01-01'), ('link-2', '${again}', 'confirm', '2026-01-01')`);
  const { removing, saving } = await withSql(url, (sql) =>
    sql.transaction(async (hold) => {
      // The removal of the first entry waits for this row.
      await hold(`insert into deckwright.erasures
        values (deckwright.address_hash('${first}'), '2026-01-01')`);
      const removal = removeUnconfirmed(30, '');
      await expect.poll(() => rows(waiting)).toHaveLength(1);
      let isSaved = false;
      const saved = store.record(null, { ...asked, email: again }).then(() => {
        isSaved = true;
      });
      const isUnderWay = async () => isSaved || (await rows(waiting)).length === 2;
      await expect.poll(isUnderWay).toBe(true);
      return { removing: removal, saving: saved };
    }),
  );
  await Promise.all([removing, saving]);
  const left = `select email from signups where email in ('${first}', '${again}')`;
  expect(await rows(left)).toEqual([{ email: again }]);
  const mails = `select email from deliveries where sent_at is null and kind = 'confirm'`;
  expect(await rows(mails)).toEqual([{ email: again }]);
});
