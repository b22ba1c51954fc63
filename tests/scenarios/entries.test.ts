import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addressHash } from '../../server/stores/hashes.ts';
import { migrateDatabase } from '../../server/stores/postgres/migrate.ts';
import { createPool } from '../../server/stores/postgres/pool.ts';
import { createPostgresEntries, createPostgresStore } from '../../server/stores/postgres/store.ts';
import { createSqliteEntries } from '../../server/stores/sqlite/entries.ts';
import { createSqliteFile } from '../../server/stores/sqlite/file.ts';
import { createSqliteStore } from '../../server/stores/sqlite/store.ts';
import type { EntryStore } from '../../shared/entry/entry.ts';
import type { SignupStore } from '../../shared/signup/store.ts';
import { acceptedSignup } from '../../shared/signup/testing/sign-ups.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { newDatabase } from '../support/shared-cluster.ts';

interface Stores {
  signups: SignupStore;
  entries: EntryStore;
  /** Runs SQL that prepares a state, such as the passing of days. */
  run(sql: string): Promise<unknown>;
  /** Returns the rows of a statement. */
  rows(sql: string): Promise<Record<string, unknown>[]>;
}

function openSqlite(): Stores {
  const file = createSqliteFile(temporaryFolder());
  file.open();
  atEnd(file.close);
  return {
    signups: createSqliteStore(file),
    entries: createSqliteEntries(file, true),
    run: (sql) => file.commit(({ connection }) => connection.exec(sql)),
    rows: (sql) => file.commit(({ connection }) => connection.prepare(sql).all()),
  };
}

async function openPostgres(): Promise<Stores> {
  const url = await newDatabase('entries');
  await migrateDatabase(url);
  // A busy machine needs more time than the default.
  const pool = createPool(url, { size: 40, timeoutMs: 60_000 });
  atEnd(pool.end);
  // The statements of the tests name the tables without their schema, as SQLite does.
  const inSchema = (sql: string): string =>
    sql.replaceAll(/\b(from|into|update) (?=[a-z_]+\b)/g, '$1 deckwright.');
  const each = (sql: string) => sql.split(';').filter((one) => one.trim() !== '');
  return {
    signups: createPostgresStore(pool),
    entries: createPostgresEntries(pool, true),
    run: async (sql) => {
      for (const one of each(sql)) await pool.query(inSchema(one));
    },
    rows: (sql) => pool.query(inSchema(sql)),
  };
}

const email = 'ada@example.com';

describe.each([
  { name: 'SQLite', open: async () => openSqlite() },
  { name: 'PostgreSQL', open: openPostgres },
])('$name', ({ open }) => {
  let stores: Stores;
  beforeAll(async () => {
    stores = await open();
  });
  afterEach(() =>
    stores.run(
      `delete from deliveries; delete from mail_counts; delete from signups; delete from erasures;
       delete from stops; delete from notices`,
    ),
  );

  const signUp = (changes: object = {}) =>
    stores.signups.record(null, { ...acceptedSignup, email, asksConfirmation: true, ...changes });
  let links = 0;
  /** Adds a link to the entry of an address. Returns the hash of its token. */
  const addLink = async (address = email): Promise<string> => {
    links += 1;
    const tokenHash = hash('sha256', `token ${links}`);
    await stores.run(`insert into links (token_hash, email, kind, created_at)
      values ('${tokenHash}', '${address}', 'confirm', '2026-11-26T10:00:00.000Z')`);
    return tokenHash;
  };
  /** Returns the kind of each delivery with its address, in the order of the queue. */
  const queued = async () =>
    (await stores.rows('select kind, email from deliveries order by id')).map(
      ({ kind, email: address }) => `${kind} ${address}`,
    );
  const hasEntry = async (address = email) =>
    (await stores.rows(`select email from signups where email = '${address}'`)).length === 1;
  const newKey = async () => {
    const [row] = await stores.rows('select key from address_keys order by created_at, key');
    return String(row?.key);
  };

  test('a sign-up queues one mail in its transaction, and a sign-up that asks for none queues none', async () => {
    await signUp();
    await signUp({ email: 'bob@example.com', asksConfirmation: false });
    expect(await queued()).toEqual([`confirm ${email}`]);
  });

  /** Marks every mail that waits as sent. Returns how many were. */
  const sendAll = async (): Promise<number> => {
    const waiting = await stores.rows('select id from deliveries where sent_at is null');
    await stores.run(`update deliveries set sent_at = '2026-11-26T10:00:00.000Z'`);
    return waiting.length;
  };

  test('an address gets three mails in 30 days, and again when 30 days have passed', async () => {
    const sent: number[] = [];
    for (const _ of [1, 2, 3, 4, 5]) {
      await signUp();
      sent.push(await sendAll());
    }
    expect(sent).toEqual([1, 1, 1, 0, 0]);
    await stores.run(`update mail_counts set day = '${daysAgo(30)}'`);
    await signUp();
    expect(await sendAll()).toBe(0);
    await stores.run(`update mail_counts set day = '${daysAgo(31)}'`);
    await signUp();
    expect(await sendAll()).toBe(1);
  });

  test('an address gets one mail while an earlier mail to it waits', async () => {
    await signUp();
    await signUp();
    expect(await queued()).toHaveLength(1);
  });

  test('of 32 sign-ups of one address at the same moment, three queue a mail, although every mail is sent at once', async () => {
    let isOver = false;
    const sending = (async () => {
      while (!isOver) await sendAll();
    })();
    await Promise.all(Array.from({ length: 32 }, () => signUp()));
    isOver = true;
    await sending;
    for (const _ of [1, 2, 3]) {
      await sendAll();
      await signUp();
    }
    expect(await queued()).toHaveLength(3);
    const [counted] = await stores.rows('select sum(sent) as sent from mail_counts');
    expect(Number(counted?.sent)).toBe(3);
  });

  test('the limit of mails does not begin again when the entry is removed', async () => {
    const sent: string[] = [];
    for (const _ of [1, 2, 3, 4]) {
      await signUp();
      sent.push(...(await queued()).filter((line) => line.startsWith('confirm')));
      await sendAll();
      await stores.entries.remove(await addLink());
    }
    expect(sent).toHaveLength(3);
  });

  test('the limit of mails counts what a copy of another database has counted under its own key', async () => {
    const key = 'f'.repeat(64);
    await stores.run(`insert into address_keys (key, created_at)
      values ('${key}', '2099-01-01T00:00:00.000Z')`);
    await stores.run(`insert into mail_counts (address_hash, day, sent)
      values ('${addressHash(key, email)}', '${daysAgo(1)}', 2)`);
    await signUp();
    await sendAll();
    await signUp();
    expect(await queued()).toHaveLength(1);
    await stores.run(`delete from address_keys where key = '${key}'`);
  });

  test('an address whose mails bounced or led to a complaint gets no mail, and a new sign-up lifts only "unsubscribed"', async () => {
    const stopped = addressHash(await newKey(), email);
    for (const because of ['complaint', 'bounce', 'unsubscribed']) {
      await stores.run(`delete from stops; insert into stops (address_hash, because, stopped_at)
        values ('${stopped}', '${because}', '2026-11-26T10:00:00.000Z')`);
      await signUp();
    }
    expect(await queued()).toEqual([`confirm ${email}`]);
    expect(await stores.rows('select because from stops')).toEqual([]);
    await stores.run(`insert into stops (address_hash, because, stopped_at)
      values ('${stopped}', 'complaint', '2026-11-26T10:00:00.000Z')`);
    await signUp();
    expect(await stores.rows('select because from stops')).toEqual([{ because: 'complaint' }]);
  });

  test('a confirmed person who signs up again gets a mail with a link to the entry', async () => {
    await signUp();
    await sendAll();
    await stores.entries.confirm(await addLink());
    await signUp();
    expect(await queued()).toEqual([
      `confirm ${email}`,
      `signup.confirmed ${email}`,
      `entry ${email}`,
    ]);
  });

  test('confirming twice keeps the first time, and tells another system once', async () => {
    await signUp({ asksConfirmation: false });
    const link = await addLink();
    const first = await stores.entries.confirm(link);
    expect(first?.row.confirmed_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    await wait(5);
    expect(await stores.entries.confirm(link)).toEqual(first);
    expect(await queued()).toEqual([`signup.confirmed ${email}`]);
  });

  test('a sign-up, a confirmation and a removal each queue an event, and the event of a removal has no address', async () => {
    await signUp({ asksConfirmation: false, queuesEvents: true });
    await signUp({ asksConfirmation: false, queuesEvents: true });
    expect(await queued()).toEqual([`signup.created ${email}`]);
    const link = await addLink();
    await stores.entries.confirm(link);
    await stores.entries.remove(link);
    expect(await queued()).toEqual(['signup.removed null']);
    const [event] = await stores.rows('select address_hash from deliveries');
    expect(event?.address_hash).toBe(addressHash(await newKey(), email));
  });

  test('a link that does not exist shows, confirms and removes nothing', async () => {
    await signUp();
    const { entries } = stores;
    for (const act of [entries.read, entries.confirm, entries.remove]) {
      expect(await act(hash('sha256', 'forged'))).toBeNull();
    }
    expect(await hasEntry()).toBe(true);
  });

  test('a link of a removed entry stays ended when the address signs up again', async () => {
    await signUp();
    const old = await addLink();
    await stores.entries.remove(old);
    await signUp();
    const { entries } = stores;
    for (const act of [entries.read, entries.confirm, entries.remove]) {
      expect(await act(old)).toBeNull();
    }
    expect(await hasEntry()).toBe(true);
  });

  test('the page of an entry shows nothing about any other address', async () => {
    const other = 'grace@example.com';
    await signUp();
    await signUp({ email: other });
    const link = await addLink();
    const before = await stores.entries.read(link);
    await stores.entries.confirm(await addLink(other));
    await signUp({ email: other });
    await stores.entries.remove(await addLink(other));
    const after = await stores.entries.read(link);
    expect(after).toEqual(before);
    expect(JSON.stringify(after)).not.toContain(other);
  });

  test('removing erases every row that holds the address, and records the erasure without the address', async () => {
    await signUp({ queuesEvents: true });
    const erasure = await stores.entries.remove(await addLink());
    expect(erasure).toEqual({
      key: await newKey(),
      addressHash: addressHash(await newKey(), email),
      erasedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    for (const table of ['signups', 'links']) {
      expect(await stores.rows(`select email from ${table}`)).toEqual([]);
    }
    expect(await queued()).toEqual(['signup.removed null']);
    expect(await stores.rows('select address_hash from erasures')).toEqual([
      { address_hash: erasure?.addressHash },
    ]);
  });

  test('an erasure is later than the row that it removes, also when the clock was set back since', async () => {
    const future = new Date(Date.now() + 86_400_000).toISOString();
    await signUp();
    await stores.run(`update signups set created_at = '${future}'`);
    const erasure = await stores.entries.remove(await addLink());
    expect(Date.parse(erasure?.erasedAt ?? '')).toBe(Date.parse(future) + 1);
  });

  test('a sign-up after an erasure is not older than the erasure, also when the clock was set back since', async () => {
    const future = new Date(Date.now() + 86_400_000).toISOString();
    await signUp();
    await stores.entries.remove(await addLink());
    await stores.run(`update erasures set erased_at = '${future}'`);
    await signUp({ queuesEvents: true });
    const entry = await stores.entries.read(await addLink());
    expect(entry?.row.created_at).toBe(future);
    expect(await queued()).toContain(`signup.created ${email}`);
  });

  test('an entry has every column of its row, and the text of the notice that its prospect read', async () => {
    const text = 'These words stood under the form.';
    const version = hash('sha256', text).slice(0, 12);
    await stores.signups.addNotice({ version, text });
    await signUp({ notice: version });
    const entry = await stores.entries.read(await addLink());
    expect(entry).toMatchObject({
      row: { email, source: 'hero', bot_check: 'passed', times: 1, notice: version, wave: null },
      noticeText: text,
    });
    expect(entry?.row.seen_on).toMatch(/^\d{4}-\d\d-\d\d$/);
    const other = 'bob@example.com';
    await signUp({ email: other, notice: 'ffffffffffff' });
    expect(await stores.entries.read(await addLink(other))).toMatchObject({
      row: { notice: null },
      noticeText: null,
    });
  });
});

/** Returns the day (UTC) some days ago, as `YYYY-MM-DD`. */
function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
