import { mkdirSync, readFileSync, renameSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acceptedSignup } from '../../../shared/signup/testing/sign-ups.ts';
import { readSqlite } from '../../testing/read-sqlite.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteFile, type SqliteFile } from './file.ts';
import { openSignups, signupsPath } from './open.ts';
import { createHashSecret, createSqliteStore, tryToWrite } from './store.ts';

let folder: ReturnType<typeof createTemporaryFolder>;
let file: SqliteFile;
let now: Date;

beforeEach(() => {
  folder = createTemporaryFolder();
  file = createSqliteFile(folder.path);
  now = new Date('2026-11-21T12:40:00.000Z');
});
afterEach(async () => {
  await file.close();
  folder.remove();
});

const store = () => createSqliteStore(file, () => now);
const attempt = (visitorHash: string, limitPerHour: number) => ({ visitorHash, limitPerHour });
const signup = (email: string) => ({ ...acceptedSignup, email, limitPerAddressDay: 2 });

const read = (statement: string) => readSqlite(folder.path, statement);

const saved = { retryAfter: null, saved: true };

describe('a sign-up', () => {
  test('stands in the file, a known one up to its limit of the day, and is answered alike past it', async () => {
    for (let times = 0; times < 4; times += 1) {
      expect(await store().record(null, signup('ada@company.com'))).toEqual(saved);
    }
    const row = {
      email: 'ada@company.com',
      source: 'hero',
      bot_check: 'passed',
      user_agent: 'Firefox',
      form_fill_time_ms: 2500.5,
      created_at: '2026-11-21T12:40:00.000Z',
      last_seen_at: '2026-11-21T12:40:00.000Z',
      times: 2,
      seen_on: '2026-11-21',
      times_that_day: 2,
    };
    expect(read('select * from signups')).toEqual([row]);
    now = new Date('2026-11-22T00:00:00.000Z');
    await store().record(null, signup('ada@company.com'));
    const changes = { last_seen_at: now.toISOString(), seen_on: '2026-11-22' };
    expect(read('select * from signups')).toEqual([
      { ...row, ...changes, times: 3, times_that_day: 1 },
    ]);
  });

  test('that breaks a rule of the table fails alone, and not those that came with it', async () => {
    const outcomes = await Promise.allSettled([
      store().record(null, signup('first@company.com')),
      store().record(null, signup('x')),
      store().record(null, signup('second@company.com')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(read('select email from signups')).toHaveLength(2);
  });
});

describe('a visitor', () => {
  test('over the limit is told when the hour ends, and nothing is saved', async () => {
    const record = () => store().record(attempt('visitor', 2), signup('ada@company.com'));
    expect([await record(), await record()]).toEqual([saved, saved]);
    expect(await record()).toEqual({ retryAfter: 1200, saved: false });
    expect(read('select times from signups')).toEqual([{ times: 2 }]);
    now = new Date('2026-11-21T13:00:00.000Z');
    expect(await record()).toMatchObject({ saved: true });
  });

  test('leaves no counter behind after two days', async () => {
    await store().record(attempt('before', 5), null);
    now = new Date('2026-11-23T13:00:00.000Z');
    await store().record(attempt('after', 5), null);
    expect(read('select visitor_hash from visitor_attempts')).toEqual([{ visitor_hash: 'after' }]);
  });
});

test('the key of visitor hashes is made once and survives a restart, unless one is set', async () => {
  const first = await createHashSecret({ IP_HASH_SECRET: undefined }, file)();
  await file.close();
  file = createSqliteFile(folder.path);
  expect(await createHashSecret({ IP_HASH_SECRET: undefined }, file)()).toBe(first);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  const set = 'a-secret-of-the-operator';
  expect(await createHashSecret({ IP_HASH_SECRET: set }, file)()).toBe(set);
});

describe('the file', () => {
  test('and its folder are for their owner alone, whatever the umask', async () => {
    const mask = process.umask(0);
    const inner = createSqliteFile(join(folder.path, 'deep', 'data'));
    try {
      await createSqliteStore(inner).record(null, signup('ada@company.com'));
    } finally {
      process.umask(mask);
    }
    const modeOf = (path: string) => statSync(join(folder.path, 'deep', path)).mode & 0o777;
    expect(modeOf('data')).toBe(0o700);
    for (const name of ['', '-wal', '-shm']) expect(modeOf(`data/signups.db${name}`)).toBe(0o600);
    await inner.close();
  });

  test('is waited for while another process writes', async () => {
    await store().record(null, signup('ada@company.com'));
    const other = openSignups(folder.path, { create: false });
    other.exec('begin immediate');
    const waiting = store().record(null, signup('bea@company.com'));
    const early = await Promise.race([
      waiting.then(() => 'written'),
      new Promise((resolve) => setTimeout(resolve, 50, 'waiting')),
    ]);
    other.exec('rollback');
    other.close();
    expect(early).toBe('waiting');
    expect(await waiting).toEqual(saved);
  });

  test('that is taken away under a running server takes no sign-up until it is back', async () => {
    await store().record(null, signup('ada@company.com'));
    const [there, away] = [folder.path, `${folder.path}-away`];
    const move = (from: string, to: string) => {
      for (const name of ['', '-wal', '-shm'])
        renameSync(signupsPath(from) + name, signupsPath(to) + name);
    };
    mkdirSync(away);
    move(there, away);
    for (let times = 0; times < 2; times += 1) {
      const late = store().record(null, signup('bea@company.com'));
      await expect(late).rejects.toThrow(`${signupsPath(there)} was taken away`);
    }
    move(away, there);
    rmdirSync(away);
    await expect
      .poll(() => store().record(null, signup('eve@company.com')).catch(String))
      .toEqual(saved);
  });

  test('of a newer version is refused by name, and so is another program’s', () => {
    const path = signupsPath(folder.path);
    openSignups(folder.path, { create: true }).close();
    const change = (statement: string) => {
      const database = new DatabaseSync(path);
      database.exec(statement);
      database.close();
    };
    const open = () => openSignups(folder.path, { create: true });
    change('pragma user_version = 99');
    expect(open).toThrow(`${path} was written by a newer Deckwright`);
    change('pragma user_version = 1; pragma application_id = 7');
    expect(open).toThrow(`${path} is another program’s`);
  });

  test.each<[how: string, damage: (whole: Buffer) => Buffer]>([
    ['overwritten', (whole) => whole.fill(0x5a, 0, 4096)],
    ['overwritten behind its head', (whole) => whole.fill(0x5a, 4096)],
    ['cut', (whole) => whole.subarray(0, 8192)],
  ])('that was %s is refused from the start, and stays as it is', async (_how, damage) => {
    await store().record(null, signup('ada@company.com'));
    await file.close();
    const path = signupsPath(folder.path);
    const broken = damage(readFileSync(path));
    writeFileSync(path, broken);
    const damaged = createSqliteFile(folder.path);
    expect(damaged.open).toThrow(`${path} is damaged`);
    await expect(tryToWrite(damaged)).rejects.toThrow('is damaged');
    expect(readFileSync(path)).toEqual(broken);
  });

  test('once closed takes nothing more', async () => {
    await store().record(null, signup('ada@company.com'));
    await file.close();
    await expect(store().record(null, signup('bea@company.com'))).rejects.toThrow('is closed');
  });
});
