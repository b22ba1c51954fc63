import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hmac } from '../../server/stores/hmac.ts';
import type { MailQueue } from '../../server/stores/mail-queue.ts';
import { type Erasure, erasedBy, readErasures } from '../../server/stores/maintenance/erasures.ts';
import { createPostgresEntries } from '../../server/stores/postgres/entries.ts';
import { createPostgresMails } from '../../server/stores/postgres/mails.ts';
import { migrateDatabase } from '../../server/stores/postgres/migrate.ts';
import { createPool } from '../../server/stores/postgres/pool.ts';
import { createPostgresStore } from '../../server/stores/postgres/store.ts';
import { createSqliteEntries } from '../../server/stores/sqlite/entries.ts';
import { createSqliteFile } from '../../server/stores/sqlite/file.ts';
import { createSqliteMails } from '../../server/stores/sqlite/mails.ts';
import { createSqliteStore } from '../../server/stores/sqlite/store.ts';
import { type EntryStore, mailsPerAddress } from '../../shared/entry/entry.ts';
import { sealLink } from '../../shared/entry/link.ts';
import { processEntry } from '../../shared/entry/process.ts';
import { boundaries } from '../../shared/settings/testing/boundaries.ts';
import type { SignupStore } from '../../shared/signup/store.ts';
import { acceptedSignup } from '../../shared/signup/testing/sign-ups.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { newDatabase } from '../support/shared-cluster.ts';

interface Stores {
  signups: SignupStore;
  entries: EntryStore;
  mails: MailQueue;
  /** The same queue, without a limit by minute. */
  quickMails: MailQueue;
  /** Runs SQL that prepares a state, such as the passing of days. */
  run(sql: string): Promise<unknown>;
  /** Returns the number of rows of a table. */
  count(table: string): Promise<number>;
  /** Reads the evidence of all erasures. */
  erasures(): Promise<Erasure[]>;
  /** SQL of a moment some days ago. */
  daysAgo(days: number): string;
}

const perMinute = 6;

function openSqlite(): Stores {
  const file = createSqliteFile(temporaryFolder());
  file.open();
  atEnd(file.close);
  return {
    signups: createSqliteStore(file),
    entries: createSqliteEntries(file),
    mails: createSqliteMails(file, perMinute),
    quickMails: createSqliteMails(file, 10_000),
    run: (sql) => file.commit(({ db }) => db.exec(sql)),
    count: (table) =>
      file.commit(({ db }) =>
        Number(db.prepare(`select count(*) as rows from ${table}`).get()?.rows),
      ),
    erasures: () => file.commit(({ db }) => [...readErasures(db)]),
    daysAgo: (days) => `'${new Date(Date.now() - days * 86_400_000).toISOString()}'`,
  };
}

async function openPostgres(): Promise<Stores> {
  const url = await newDatabase('entries');
  await migrateDatabase(url);
  const pool = createPool(url);
  atEnd(pool.end);
  return {
    signups: createPostgresStore(pool),
    entries: createPostgresEntries(pool),
    mails: createPostgresMails(pool, perMinute),
    quickMails: createPostgresMails(pool, 10_000),
    run: (sql) => pool.query(`set local search_path = deckwright; ${sql}`),
    count: async (table) => {
      const [found] = await pool.query(`select count(*) as rows from deckwright.${table}`);
      return Number(found?.rows);
    },
    erasures: async () => {
      const rows: unknown = await pool.query('select * from deckwright.erasures');
      return rows as Erasure[];
    },
    daysAgo: (days) => `now() - interval '${days} days'`,
  };
}

describe.each([
  { name: 'SQLite', open: async () => openSqlite() },
  { name: 'PostgreSQL', open: openPostgres },
])('$name', ({ open }) => {
  let stores: Stores;
  beforeAll(async () => {
    stores = await open();
  });
  const clear = () =>
    stores.run(
      'delete from mails; delete from erased_mails; delete from signups; delete from erasures',
    );
  afterEach(clear);

  const signUp = (email: string, asksConfirmation = true) =>
    stores.signups.record(null, { ...acceptedSignup, email, asksConfirmation });
  /** Takes every mail that is due, and returns where each goes that is not withheld. */
  const takeAll = async (): Promise<string[]> => {
    const taken: string[] = [];
    const { quickMails } = stores;
    for (let mail = await quickMails.take(); mail; mail = await quickMails.take()) {
      if (mail.kind !== 'withheld') {
        taken.push(`${mail.kind} ${mail.replaces ?? ''}>${mail.email}`);
      }
      await quickMails.markSent(mail.id);
    }
    return taken;
  };

  test('A sign-up queues one mail in its transaction, and a sign-up that asks for none queues none', async () => {
    await signUp('ada@example.com');
    await signUp('bob@example.com', false);
    expect(await takeAll()).toEqual(['confirm >ada@example.com']);
  });

  test('A known address gets one more mail in 30 days, and again after 30 days', async () => {
    for (const _ of [1, 2, 3, 4]) await signUp('ada@example.com');
    expect(await takeAll()).toHaveLength(2);
    await stores.run(`update mails set requested_at = ${stores.daysAgo(31)}, attempted_at = null`);
    await signUp('ada@example.com');
    expect(await takeAll()).toHaveLength(1);
  });

  test('A confirmed address gets no mail, and confirming twice keeps the first time', async () => {
    await signUp('ada@example.com', false);
    expect(await stores.entries.confirm('ada@example.com')).toBe(true);
    const first = (await stores.entries.read('ada@example.com'))?.confirmedAt;
    expect(first).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    await wait(5);
    await stores.entries.confirm('ada@example.com');
    expect((await stores.entries.read('ada@example.com'))?.confirmedAt).toBe(first);
    await signUp('ada@example.com');
    expect(await takeAll()).toEqual([]);
  });

  test('An address without an entry is read as null, and confirming, moving and removing do nothing', async () => {
    const { entries } = stores;
    expect(await entries.read('nobody@example.com')).toBeNull();
    expect(await entries.confirm('nobody@example.com')).toBe(false);
    expect(await entries.move('nobody@example.com', 'ada@example.com')).toBe(false);
    expect(await entries.remove('nobody@example.com')).toBe(false);
    expect(await entries.read('ada@example.com')).toBeNull();
  });

  test('An entry has the text of the notice that its prospect read, and none for an unknown version', async () => {
    const text = 'These words stood under the form.';
    const known = { version: hash('sha256', text).slice(0, 12), text };
    await stores.signups.addNotice(known);
    const versions = { read: known.version, unread: null, unknown: 'ffffffffffff' };
    for (const [name, notice] of Object.entries(versions)) {
      const signup = { ...acceptedSignup, email: `${name}@example.com`, notice };
      await stores.signups.record(null, signup);
    }
    const noticeOf = async (name: string) =>
      (await stores.entries.read(`${name}@example.com`))?.notice;
    expect(await noticeOf('read')).toBe(known.text);
    expect(await noticeOf('unread')).toBeNull();
    expect(await noticeOf('unknown')).toBeNull();
  });

  test('Removing erases the entry and its mails, and a new sign-up of the address gets a mail again', async () => {
    await signUp('ada@example.com');
    await signUp('ada@example.com');
    expect(await stores.entries.remove('ada@example.com')).toBe(true);
    expect(await stores.entries.read('ada@example.com')).toBeNull();
    expect(await takeAll()).toEqual([]);
    await signUp('ada@example.com');
    expect(await takeAll()).toEqual(['confirm >ada@example.com']);
  });

  test('A change queues a mail to the new address, and moving keeps source and date of the entry', async () => {
    const { entries } = stores;
    await signUp('ada@example.com', false);
    const before = await entries.read('ada@example.com');
    await entries.requestChange('ada@example.com', 'ada@new.example');
    expect(await takeAll()).toEqual(['change ada@example.com>ada@new.example']);
    expect((await entries.read('ada@example.com'))?.pendingEmail).toBe('ada@new.example');
    expect(await entries.move('ada@example.com', 'ada@new.example')).toBe(true);
    expect(await entries.read('ada@example.com')).toBeNull();
    expect(await entries.read('ada@new.example')).toEqual({
      ...before,
      email: 'ada@new.example',
      confirmedAt: expect.any(String),
    });
  });

  test('Moving to an address that has an entry confirms that entry and erases the old one', async () => {
    const { entries } = stores;
    await signUp('ada@example.com', false);
    await signUp('known@example.com', false);
    const known = await entries.read('known@example.com');
    expect(await entries.move('ada@example.com', 'known@example.com')).toBe(true);
    expect(await entries.read('ada@example.com')).toBeNull();
    expect(await entries.read('known@example.com')).toEqual({
      ...known,
      confirmedAt: expect.any(String),
    });
  });

  test('An entry that moves to an erased address keeps its date', async () => {
    const { entries } = stores;
    await signUp('ada@new.example', false);
    await entries.remove('ada@new.example');
    await signUp('ada@example.com', false);
    await stores.run(`update signups set created_at = ${stores.daysAgo(3)}`);
    const before = await entries.read('ada@example.com');
    await entries.move('ada@example.com', 'ada@new.example');
    const after = await entries.read('ada@new.example');
    expect(after?.createdAt).toBe(before?.createdAt);
  });

  test('An address that was replaced after a failed delivery gets no mail, and the failed delivery counts for the limit', async () => {
    for (const attempt of ['first', 'second', 'third']) {
      await signUp('ada@example.com');
      await stores.run(`update signups set attempt = '${attempt}'`);
      const mail = await stores.quickMails.take();
      await stores.quickMails.postpone(mail?.id ?? '', 0);
      const replaces = { email: 'ada@example.com', attempt };
      await stores.signups.record(null, { ...acceptedSignup, email: 'eve@example.com', replaces });
      expect(await takeAll()).toEqual([]);
      await stores.run(`delete from signups where email = 'eve@example.com'`);
    }
    await signUp('ada@example.com');
    expect(await takeAll()).toEqual([]);
  });

  test('An erasure is dated after the rows that it removes, also when the clock was set back since', async () => {
    const { entries } = stores;
    const emails = ['removed', 'moved', 'mailed', 'replaced'].map((name) => `${name}@example.com`);
    for (const email of emails) await signUp(email);
    await stores.run(`update signups set attempt = 'first'`);
    await stores.run(`update mails set requested_at = ${stores.daysAgo(-1)}`);
    await stores.run(
      `update signups set created_at = ${stores.daysAgo(-1)} where email <> 'mailed@example.com'`,
    );
    const future = new Date(Date.now() + 86_400_000 - 60_000).toISOString();
    await entries.remove('removed@example.com');
    await entries.move('moved@example.com', 'new@example.com');
    await entries.remove('mailed@example.com');
    const replaces = { email: 'replaced@example.com', attempt: 'first' };
    await stores.signups.record(null, { ...acceptedSignup, email: 'right@example.com', replaces });
    const erasures = await stores.erasures();
    const erased = emails.map((email) => erasedBy(erasures)(email, future));
    expect(erased).toEqual([true, true, true, true]);
  });

  test('No erasure is dated before the time that a restore or a move has remembered', async () => {
    const time = new Date(Date.now() + 86_400_000);
    await stores.run(`insert into internals (name, value)
      values ('earliest_erasure', '${time.toISOString()}')`);
    await signUp('ada@example.com', false);
    await stores.entries.remove('ada@example.com');
    const [erasure] = await stores.erasures();
    await stores.run(`delete from internals where name = 'earliest_erasure'`);
    expect(new Date(erasure?.erased_at ?? 0)).toEqual(time);
  });

  test('An entry can be changed three times in 30 days, and an address gets three mails at most', async () => {
    const { entries } = stores;
    await signUp('ada@example.com', false);
    for (const name of ['one', 'two', 'three', 'four']) {
      await entries.requestChange('ada@example.com', `${name}@new.example`);
    }
    expect(await takeAll()).toHaveLength(3);
    await stores.run('delete from mails');
    for (const name of ['a', 'b', 'c', 'd']) {
      await signUp(`${name}@example.com`, false);
      await entries.requestChange(`${name}@example.com`, 'victim@example.com');
    }
    expect(await takeAll()).toHaveLength(3);
  });

  test('An address gets three mails in 30 days, also when the entries that asked for them are removed or moved in between', async () => {
    const { entries } = stores;
    const sent: string[] = [];
    for (const times of [1, 2, 3]) {
      await signUp('ada@example.com', false);
      await entries.requestChange('ada@example.com', 'victim@example.com');
      sent.push(...(await takeAll()));
      await entries.remove('ada@example.com');
      const [from, to] = [`from${times}@example.com`, `to${times}@example.com`];
      await signUp(from, false);
      await entries.requestChange(from, 'victim@example.com');
      sent.push(...(await takeAll()));
      await entries.move(from, to);
    }
    expect(sent).toHaveLength(3);
    await stores.run(`update erased_mails set requested_at = ${stores.daysAgo(31)}`);
    await stores.mails.removeEnded(90, '0');
    expect(await stores.count('erased_mails')).toBe(0);
    await signUp('victim@example.com');
    expect(await takeAll()).toEqual(['confirm >victim@example.com']);
  });

  test('An address gets two mails that ask for a confirmation in 30 days, also when its entry is removed or replaced in between', async () => {
    const { entries, signups } = stores;
    const email = 'victim@example.com';
    const sent: string[] = [];
    for (const attempt of ['first', 'second', 'third']) {
      await signUp(email);
      sent.push(...(await takeAll()));
      await entries.remove(email);
      await signups.record(null, { ...acceptedSignup, email, asksConfirmation: true, attempt });
      sent.push(...(await takeAll()));
      const other = { ...acceptedSignup, email: `other-${attempt}@example.com` };
      await signups.record(null, { ...other, replaces: { email, attempt } });
    }
    expect(sent).toHaveLength(2);
  });

  test('A worker takes a withheld mail as any other, and no limit counts it, also when the entry is removed', async () => {
    const email = 'ada@example.com';
    const takeOne = async () => {
      const mail = await stores.quickMails.take();
      await stores.quickMails.markSent(mail?.id ?? '');
      return mail?.kind;
    };
    await signUp(email);
    expect(await takeOne()).toBe('confirm');
    await stores.entries.confirm(email);
    for (const _ of [1, 2, 3]) {
      await signUp(email);
      expect(await stores.mails.counts()).toMatchObject({ waiting: 1 });
      expect(await takeOne()).toBe('withheld');
    }
    await stores.entries.remove(email);
    await signUp(email);
    expect(await takeOne()).toBe('confirm');
  });

  test('An observer who signs addresses up, asks for changes to them and removes the own entry learns from no answer who is on the list, and causes at most three mails to an address', async () => {
    const own = 'observer@example.com';
    const victims = ['first@example.com', 'second@example.com'];
    const linkSecret = async () => 'the key of the links';
    const ask = async (request: object) =>
      processEntry(request, {
        store: stores.entries,
        linkSecret,
        hmac,
        now: () => new Date(),
        onError: (error) => {
          throw error;
        },
      });
    const token = await sealLink(
      { purpose: 'entry', email: own },
      await linkSecret(),
      hmac,
      new Date(),
    );
    const act = async ({ action, victim }: { action: string; victim: string }) => {
      if (action === 'sign up') return signUp(victim);
      if (action === 'change') return ask({ token, action, email: victim });
      const removed = await ask({ token, action: 'remove' });
      await signUp(own);
      return removed;
    };
    type Steps = Parameters<typeof act>[0][];
    const observe = async (steps: Steps, known: string[]) => {
      await clear();
      const [answers, mails]: [unknown[], string[]] = [[], []];
      for (const email of known) await signUp(email);
      if (known.length > 1) await stores.entries.confirm(String(known[0]));
      mails.push(...(await takeAll()));
      await signUp(own);
      for (const step of steps) {
        answers.push(await act(step));
        const sent = await takeAll();
        mails.push(...sent);
        // The observer reads the mails to the own address.
        answers.push(
          sent.filter((mail) => mail.endsWith(`>${own}`)),
          await ask({ token, action: 'show' }),
        );
      }
      const sentTo = victims.map((email) => mails.filter((mail) => mail.endsWith(`>${email}`)));
      // The times of the observer’s own sign-ups differ.
      const seen = JSON.stringify(answers).replaceAll(/"createdAt":"[^"]+"/g, '');
      return { seen, most: Math.max(...sentTo.map(({ length }) => length)) };
    };
    const step = fc.record({
      action: fc.constantFrom('sign up', 'change', 'remove'),
      victim: fc.constantFrom(...victims),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.subarray(victims, { minLength: 1 }),
        async (steps, known) => {
          const here = await observe(steps, known);
          const there = await observe(steps, []);
          expect(here.seen).toEqual(there.seen);
          expect(Math.max(here.most, there.most)).toBeLessThanOrEqual(mailsPerAddress);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('A mail that was taken is hidden until its lease is over, and then another worker takes it', async () => {
    await signUp('ada@example.com');
    const first = await stores.mails.take();
    expect(first).toMatchObject({ email: 'ada@example.com', tries: 1 });
    expect(await stores.mails.take()).toBeNull();
    await stores.run(`update mails set due_at = ${stores.daysAgo(0)}`);
    expect(await stores.mails.take()).toMatchObject({ id: first?.id, tries: 2 });
  });

  test.each([
    ['was sent', (id: string) => stores.mails.markSent(id), 0],
    ['was refused', (id: string) => stores.mails.markRefused(id, 'RCPT TO: 550 5.1.1'), 1],
  ])(
    'A mail that %s waits no more, and is not taken again when its lease is over',
    async (_how, end, refused) => {
      await signUp('ada@example.com');
      const mail = await stores.quickMails.take();
      await end(mail?.id ?? '');
      expect(await stores.mails.counts()).toEqual({ waiting: 0, oldestSeconds: 0, refused });
      await stores.run(`update mails set due_at = ${stores.daysAgo(1)}`);
      expect(await stores.quickMails.take()).toBeNull();
    },
  );

  test('A postponed mail is due later, and a refused mail is due no more', async () => {
    await signUp('ada@example.com');
    const mail = await stores.mails.take();
    await stores.mails.postpone(mail?.id ?? '', 3600);
    expect(await stores.mails.take()).toBeNull();
    await stores.run(`update mails set due_at = ${stores.daysAgo(0)}`);
    await stores.mails.markRefused(mail?.id ?? '', 'RCPT TO: 550 5.1.1');
    expect(await stores.mails.take()).toBeNull();
    expect(await stores.mails.counts()).toMatchObject({ waiting: 0, refused: 1 });
  });

  test('All workers together take no more mails in a minute than the setting allows', async () => {
    for (let number = 0; number < perMinute + 3; number += 1)
      await signUp(`p${number}@example.com`);
    const taken = await Promise.all(Array.from({ length: perMinute + 3 }, stores.mails.take));
    const ids = taken.flatMap((mail) => (mail ? [mail.id] : []));
    expect(new Set(ids).size).toBe(perMinute);
    expect(ids).toHaveLength(perMinute);
  });

  test('Unconfirmed entries are removed when their newest mail was sent long enough ago, and no other entry is', async () => {
    const emails = ['due', 'confirmed', 'asked-again', 'changing', 'waiting', 'refused'];
    for (const name of emails) await signUp(`${name}@example.com`);
    await signUp('in-vain@example.com');
    await signUp('in-vain@example.com');
    await signUp('never-asked@example.com', false);
    await stores.run(`update mails set requested_at = ${stores.daysAgo(40)},
      sent_at = ${stores.daysAgo(31)}`);
    await stores.run(`update mails set sent_at = null where email = 'waiting@example.com'`);
    await stores.run(`update mails set sent_at = null, refused_at = ${stores.daysAgo(31)}
      where email = 'refused@example.com'`);
    // Past the limit, a sign-up sends no mail and gives the entry no more time.
    await stores.run(
      `update mails set requested_at = ${stores.daysAgo(1)} where email = 'in-vain@example.com'`,
    );
    await signUp('in-vain@example.com');
    await stores.entries.confirm('confirmed@example.com');
    await signUp('asked-again@example.com');
    await stores.entries.requestChange('changing@example.com', 'changed@example.com');
    const { mails } = stores;
    const left = async () => {
      const found = await Promise.all(
        [...emails, 'never-asked'].map((name) => stores.entries.read(`${name}@example.com`)),
      );
      return found.flatMap((entry) => (entry ? [entry.email.split('@')[0]] : []));
    };
    expect(await mails.removeUnconfirmed(32, '0')).toEqual({ removed: 0, last: null });
    const first = await mails.removeUnconfirmed(30, '0');
    expect(first).toEqual({ removed: 2, last: expect.any(String) });
    expect(await stores.entries.read('in-vain@example.com')).toBeNull();
    expect(await mails.removeUnconfirmed(30, first.last ?? '')).toEqual({ removed: 0, last: null });
    expect(await left()).toEqual([...emails.slice(1), 'never-asked']);
    // With evidence: a restore would not bring the entry back.
    await signUp('other@example.com', false);
    await stores.entries.move('other@example.com', 'due@example.com');
    const { createdAt = '' } = (await stores.entries.read('due@example.com')) ?? {};
    expect(Date.parse(createdAt)).toBeGreaterThan(Date.now() - 60_000);
    expect(await mails.counts()).toMatchObject({ waiting: 3, refused: 1 });
    expect((await mails.counts()).oldestSeconds).toBeGreaterThan(39 * 86_400);
  });

  test.each(boundaries.SIGNUP_UNCONFIRMED_DAYS)(
    'With a limit of %i days the entry whose mail was sent a day earlier is removed, and a younger entry stays',
    async (days) => {
      const [older, younger] = [`older-${days}@example.com`, `younger-${days}@example.com`];
      for (const [email, age] of [
        [older, days + 1],
        [younger, days - 0.5],
      ] as const) {
        await signUp(email);
        await stores.run(
          `update mails set sent_at = ${stores.daysAgo(age)} where email = '${email}'`,
        );
      }
      expect((await stores.mails.removeUnconfirmed(days, '0')).removed).toBeGreaterThanOrEqual(1);
      expect(await stores.entries.read(older)).toBeNull();
      expect(await stores.entries.read(younger)).not.toBeNull();
    },
  );

  test('Mails that ended 30 days ago are removed, except those that ask for a confirmation that is still open', async () => {
    const { entries, mails } = stores;
    const emails = ['confirmed', 'open', 'waiting', 'changing'].map(
      (name) => `${name}@example.com`,
    );
    for (const email of emails) await signUp(email);
    await stores.run(`update mails set requested_at = ${stores.daysAgo(40)},
      sent_at = ${stores.daysAgo(31)}`);
    await stores.run(`update mails set sent_at = null where email = 'waiting@example.com'`);
    for (const name of ['confirmed', 'changing']) await entries.confirm(`${name}@example.com`);
    await entries.requestChange('changing@example.com', 'recent@example.com');
    await stores.run(`update mails set sent_at = ${stores.daysAgo(29)}
      where email = 'recent@example.com'`);
    await entries.requestChange('changing@example.com', 'stranger@example.com');
    await stores.run(`update mails set requested_at = ${stores.daysAgo(40)},
      refused_at = ${stores.daysAgo(31)} where email = 'stranger@example.com'`);
    expect(await mails.removeEnded(32, '0')).toEqual({ removed: 0, last: expect.any(String) });
    const first = await mails.removeEnded(30, '0');
    expect(first).toEqual({ removed: 3, last: expect.any(String) });
    expect(await mails.removeEnded(30, first.last ?? '')).toEqual({ removed: 0, last: null });
    // The mail to `recent` is left, and the mails to `open` and `waiting` stay whatever their age is.
    expect(await mails.removeEnded(0, '0')).toMatchObject({ removed: 1 });
    expect(await mails.counts()).toMatchObject({ waiting: 1, refused: 0 });
  });
});
