import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acceptedSignup } from '../../../shared/signup/testing/sign-ups.ts';
import { site } from '../../../shared/site.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { readSqlite } from '../../testing/read-sqlite.ts';
import { operatorsFolder } from '../installed-files.ts';
import { explainSqliteError } from './explain.ts';
import { createSqliteFile, type SqliteFile } from './file.ts';
import { openSignups, signupsPath } from './open.ts';
import { createHashSecret, createSqliteStore, tryToWrite } from './store.ts';

let folder: string;
let file: SqliteFile;
let now: Date;

beforeEach(() => {
  folder = temporaryFolder();
  file = createSqliteFile(folder);
  now = new Date('2026-11-21T12:40:00.000Z');
});
afterEach(() => file.close());

const record = (visitorHash: string | null, email: string | null) =>
  createSqliteStore(file, () => now).record(
    visitorHash === null ? null : { visitorHash, limitPerHour: 2 },
    email === null ? null : { ...acceptedSignup, email, limitPerAddressDay: 2 },
  );
const [ada, bea] = ['ada@company.com', 'bea@company.com'];
const read = (statement: string) => readSqlite(folder, statement);

const saved = expect.objectContaining({ retryAfter: null, saved: true });

test('a known address is counted up to its limit of the day, and gets the same answer past the limit', async () => {
  for (let times = 0; times < 4; times += 1) expect(await record(null, ada)).toEqual(saved);
  const row = {
    email: ada,
    source: 'hero',
    bot_check: 'passed',
    user_agent: 'Firefox',
    form_fill_time_ms: acceptedSignup.formFillTime,
    created_at: now.toISOString(),
    last_seen_at: now.toISOString(),
    times: 2,
    seen_on: '2026-11-21',
    times_that_day: 2,
    confirmed_at: null,
  };
  expect(read('select * from signups')).toMatchObject([row]);
  // A sign-up past the limit writes to the disk as well, so that its answer takes as long as that of a new address.
  now = new Date('2026-11-21T12:50:00.000Z');
  expect(await record(null, ada)).toEqual(saved);
  expect(read('select * from signups')).toMatchObject([
    { ...row, last_seen_at: now.toISOString() },
  ]);
  now = new Date('2026-11-22T00:00:00.000Z');
  await record(null, ada);
  const changes = { last_seen_at: now.toISOString(), seen_on: '2026-11-22' };
  const nextDay = { ...row, ...changes, times: 3, times_that_day: 1 };
  expect(read('select * from signups')).toMatchObject([nextDay]);
});

test('a sign-up that breaks a rule of the table fails alone, and the others of the same commit are saved', async () => {
  const all = await Promise.allSettled([record(null, ada), record(null, 'x'), record(null, bea)]);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(read('select email from signups')).toHaveLength(2);
});

test('a visitor over the limit gets the seconds until the end of the hour, and nothing is saved', async () => {
  expect([await record('visitor', ada), await record('visitor', ada)]).toEqual([saved, saved]);
  expect(await record('visitor', bea)).toEqual({ retryAfter: 1200, saved: false, attempts: 3 });
  expect(read('select email from signups')).toEqual([{ email: ada }]);
  now = new Date('2026-11-21T13:00:00.000Z');
  expect(await record('visitor', bea)).toEqual(saved);
});

test('of 100 sign-ups of one visitor at once exactly as many are saved as the limit allows', async () => {
  const store = createSqliteStore(file, () => now);
  const attempt = { visitorHash: 'visitor', limitPerHour: 80 };
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      store.record(attempt, { ...acceptedSignup, email: `${at}@company.com` }),
    ),
  );
  expect(answers.filter((answer) => answer.saved)).toHaveLength(80);
  expect(read('select email from signups')).toHaveLength(80);
});

test('the 201st campaign of a day is stored as other, and the earlier ones as they are', async () => {
  const sign = (campaign: string) =>
    createSqliteStore(file, () => now).record(null, {
      ...acceptedSignup,
      email: `${campaign}@company.com`,
      campaign,
    });
  for (let number = 0; number < 200; number += 1) await sign(`c${number}`);
  await sign('late');
  const campaignOf = (name: string) =>
    read(`select campaign from signups where email = '${name}@company.com'`)[0]?.campaign;
  expect([campaignOf('c0'), campaignOf('c199'), campaignOf('late')]).toEqual([
    'c0',
    'c199',
    'other',
  ]);
  await createSqliteStore(file, () => now).record(null, { ...acceptedSignup, campaign: 'c7' });
  expect(read("select campaign from signups where email = 'ada@company.com'")).toEqual([
    { campaign: 'c7' },
  ]);
  now = new Date('2026-11-22T00:00:00.000Z');
  await sign('next-day');
  expect(campaignOf('next-day')).toBe('next-day');
});

test('the counter of a visitor is deleted after two hours', async () => {
  await record('before', null);
  now = new Date('2026-11-21T15:00:00.000Z');
  await record('after', null);
  expect(read('select visitor_hash from visitor_attempts')).toEqual([{ visitor_hash: 'after' }]);
});

test('the key of visitor hashes survives a restart, and a key of the settings replaces it', async () => {
  const secretOf = (IP_HASH_SECRET?: string) => createHashSecret(IP_HASH_SECRET, file)();
  const first = await secretOf();
  await file.close();
  file = createSqliteFile(folder);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect([await secretOf(), await secretOf('an-operator’s')]).toEqual([first, 'an-operator’s']);
});

// A thread, as of the mutation run, cannot set it.
test.runIf(isMainThread)(
  'the file has mode 0600 and its folder 0700, whatever the umask is',
  async () => {
    const mask = process.umask(0);
    const data = join(folder, 'deep', 'data');
    file = createSqliteFile(data);
    await record(null, ada).finally(() => process.umask(mask));
    const modeOf = (name: string) => statSync(join(data, name)).mode & 0o777;
    expect(modeOf('')).toBe(0o700);
    for (const name of ['', '-wal', '-shm']) expect(modeOf(`signups.db${name}`)).toBe(0o600);
  },
);

/** Lets another connection hold a lock on the file. @returns what releases it. */
function lockFile(statement: string): () => void {
  const other = openSignups(folder, { create: true });
  other.exec(statement);
  return () => other.close();
}

/** Passes time on a false clock, and lets the real event loop turn meanwhile. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 50) {
    await vi.advanceTimersByTimeAsync(50);
    await setImmediate();
  }
}

test.each([
  ['open for writing', 'begin immediate', true],
  ['open for writing', 'begin immediate', false],
  ['locked', 'pragma locking_mode = exclusive; begin exclusive', false],
])(
  'while another process has the file %s (%s, file open: %s), the event loop turns, and the row is saved afterwards',
  async (_how, statement, isOpen) => {
    if (isOpen) file.open();
    const release = lockFile(statement);
    const waiting = record(null, ada);
    // By the third turn the file has tried to write. A synchronous wait would end this test with an error.
    for (let turns = 0; turns < 3; turns += 1) await setImmediate();
    release();
    expect(await waiting).toEqual(saved);
  },
);

test('while the file stays locked, every row that waits is refused after 5 s, and the next one is saved', async () => {
  file.open();
  const release = lockFile('begin immediate');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const refused: string[] = [];
  for (let number = 0; number < 40; number += 1) {
    void record(null, `prospect-${number}@company.com`).catch(({ message }) =>
      refused.push(message),
    );
  }
  await pass(4_900);
  expect(refused).toEqual([]);
  await pass(200);
  expect(refused).toHaveLength(40);
  expect(refused[0]).toContain(`${signupsPath(folder)} is locked by another process`);
  vi.useRealTimers();
  release();
  expect(await record(null, ada)).toEqual(saved);
});

test('of 1,026 commits at once the file refuses the two that exceed its queue', async () => {
  const work = Array.from({ length: 1_026 }, () => file.commit(() => {}).catch(String));
  const refused = (await Promise.all(work)).filter((error) => error !== undefined);
  expect(refused).toEqual(
    Array(2).fill('QueueFullError: too many sign-ups are waiting for the disk'),
  );
});

test.each(['taken away', 'replaced'])(
  'while the running server’s file is %s every row is refused, and rows are saved once it is back',
  async (how) => {
    await record(null, ada);
    const [there, away] = [signupsPath(folder), signupsPath(join(folder, 'away'))];
    const move = (from: string, to: string) => {
      for (const name of ['', '-wal', '-shm']) renameSync(from + name, to + name);
    };
    mkdirSync(join(folder, 'away'));
    move(there, away);
    if (how === 'replaced') writeFileSync(there, '');
    await expect(record(null, bea)).rejects.toThrow(`${there} was taken away`);
    rmSync(there, { force: true });
    await expect(record(null, bea)).rejects.toThrow(`${there} was taken away`);
    move(away, there);
    await expect.poll(() => record(null, bea).catch(String)).toEqual(saved);
  },
);

test.each([
  ['pragma user_version = 99', `was written by a newer ${site.name}`],
  ['pragma application_id = 7', 'is another program’s'],
])('a file after “%s” is refused with its path, because it %s', (statement, why) => {
  const database = openSignups(folder, { create: true });
  database.exec(statement);
  database.close();
  const open = () => openSignups(folder, { create: true });
  expect(open).toThrow(`${signupsPath(folder)} ${why}`);
});

test('another program’s file is refused without a change of a byte', () => {
  const path = signupsPath(folder);
  const database = new DatabaseSync(path);
  database.exec('create table theirs (name text)');
  database.close();
  const before = readFileSync(path);
  expect(() => openSignups(folder, { create: true })).toThrow('is another program’s');
  expect(readFileSync(path)).toEqual(before);
});

test.each<[how: string, damage: (whole: Buffer) => Buffer]>([
  ['overwritten', (whole) => whole.fill(0x5a, 0, 4096)],
  ['overwritten behind its head', (whole) => whole.fill(0x5a, 4096)],
  ['cut', (whole) => whole.subarray(0, 8192)],
])('a file that was %s is refused at the start and is not changed', async (_how, spoil) => {
  await record(null, ada);
  await file.close();
  const path = signupsPath(folder);
  const broken = spoil(readFileSync(path));
  writeFileSync(path, broken);
  const damaged = createSqliteFile(folder);
  expect(damaged.open).toThrow(`${path} is damaged`);
  await expect(tryToWrite(damaged)).rejects.toThrow('is damaged');
  expect(readFileSync(path)).toEqual(broken);
});

test('an empty file is refused by name with a remedy, and a restored file is used without a restart', async () => {
  await file.commit(() => {});
  await file.close();
  const path = signupsPath(folder);
  const whole = readFileSync(path);
  writeFileSync(path, '');
  file = createSqliteFile(folder);
  expect(file.open).toThrow(`${path} is empty (0 bytes): stop the server and restore a backup`);
  await expect(record(null, ada)).rejects.toThrow('is empty');
  writeFileSync(path, whole);
  expect(await record(null, ada)).toEqual(saved);
});

test('after a sign-up meets damage in a page that the start does not read, no row is accepted until the file is replaced', async () => {
  await file.commit(({ connection }) =>
    connection.exec(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers limit 2000)
      insert into signups (email, source, bot_check, form_fill_time_ms, created_at, last_seen_at, seen_on)
      select 'prospect-' || n || '@company.com', 'nav', 'passed', 1, '2026-11-01T00:00:00.000Z',
        '2026-11-01T00:00:00.000Z', '2026-11-01' from numbers`),
  );
  await file.close();
  const path = signupsPath(folder);
  const whole = readFileSync(path);
  // A page in the middle of the sign-ups: no start reads it.
  const middle = Math.floor(whole.indexOf('prospect-1000@') / 4096) * 4096;
  writeFileSync(path, Buffer.from(whole).fill(0x5a, middle, middle + 4096));
  file = createSqliteFile(folder);
  file.open();
  const again = record(null, 'prospect-1000@company.com');
  await expect(again).rejects.toThrow(`${path} is damaged`);
  await expect(tryToWrite(file)).rejects.toThrow(`${path} is damaged`);
  writeFileSync(`${path}.restored`, whole);
  for (const companion of ['-wal', '-shm']) rmSync(path + companion, { force: true });
  renameSync(`${path}.restored`, path);
  expect(await record(null, ada)).toEqual(saved);
});

test.each<[cause: object, says: string, directory?: string]>([
  [{ errcode: 13 }, 'is full: free some space'],
  [{ errcode: 266 }, 'fails: look at it'],
  [{ errcode: 8 }, 'may not be written: its disk is read-only'],
  [{ errcode: 14 }, 'may not be written: its disk is read-only'],
  [{ code: 'EACCES' }, 'may not be written: set DATA_DIR to a folder that user', '/nowhere'],
  [{ code: 'EACCES' }, 'set DATA_DIR to a folder outside', join(operatorsFolder, 'missing')],
  [{ code: 'EPERM' }, 'may not be written'],
  [{ code: 'EROFS' }, 'may not be written'],
  [{ code: 'ENOTDIR', syscall: 'stat' }, 'no sign-up data in'],
  [
    { code: 'ENOTDIR', syscall: 'mkdir' },
    'cannot be made: a file, or a link to nothing, is in its way',
  ],
  [{ code: 'ENAMETOOLONG', syscall: 'mkdir' }, '[object Object]'],
  [{ errcode: 5 }, 'is locked by another process: find the process with `fuser'],
])('the error %j of a file is explained with a remedy', (cause, says, directory = folder) => {
  expect(explainSqliteError(cause, signupsPath(directory)).message).toContain(says);
});

test('a folder in place of the file is refused as a folder', () => {
  mkdirSync(signupsPath(folder));
  const open = () => openSignups(folder, { create: false });
  expect(open).toThrow(`${signupsPath(folder)} is a folder: name a file`);
});
