import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { openSignups } from '../../../server/stores/sqlite/open.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { columns, expectFailure, filledFolder, run, runJson } from './testing/filled-folder.ts';

const total = async (DATA_DIR: string) => (await runJson('count', DATA_DIR)).total;

test('backup writes one file that only its owner may read, and says how many sign-ups it has', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'all.db');
  expect(await runJson(`backup ${file}`)).toMatchObject({ file, signups: 2 });
  expect(readdirSync(folder)).toEqual(['all.db']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  // SQLite could not read a file with a write-ahead log in a folder that it may not write to.
  expect(readFileSync(file)[18]).toBe(1);
});

test.each(['a file', 'a link'])(
  'backup fails and changes nothing when the name is taken by %s',
  async (what) => {
    const folder = temporaryFolder();
    const file = join(folder, 'all.db');
    if (what === 'a link') symlinkSync(join(folder, 'elsewhere'), file);
    else writeFileSync(file, 'mine');
    const says = `${file}: file already exists\n  Name a file that is not there yet`;
    await expectFailure(`backup ${file}`, says);
    expect(readdirSync(folder)).toEqual(['all.db']);
  },
);

/** Backups made one after the other while the clock shows these times. @returns the names of their files. */
async function backUpAt(folder: string, DATA_DIR: string, keep: number, ...times: string[]) {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const made: string[] = [];
    for (const time of times) {
      vi.setSystemTime(time);
      const { out } = await run(`backup --to ${folder} --keep ${keep} --json`, DATA_DIR);
      made.push(basename(JSON.parse(out).file));
    }
    return made;
  } finally {
    vi.useRealTimers();
  }
}

test('a backup into a folder is named by the time, and --keep removes the oldest of the backups that --to named', async () => {
  const [folder, DATA_DIR] = [temporaryFolder(), filledFolder()];
  await run(`backup ${join(folder, 'signups-mine.db')}`, DATA_DIR);
  const days = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => `${day}T00:00:00Z`);
  await backUpAt(folder, DATA_DIR, 2, ...days);
  expect(readdirSync(folder)).toEqual([
    'signups-2026-01-02T00-00-00Z.db',
    'signups-2026-01-03T00-00-00Z.db',
    'signups-mine.db',
  ]);
});

test('backup says the sign-ups and the size of the file in KB, and which backups --keep removed', async () => {
  const [folder, DATA_DIR] = [temporaryFolder(), filledFolder()];
  const old = await backUpAt(folder, DATA_DIR, 2, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z');
  const size = (file: string) => `${Math.ceil(statSync(file).size / 1024)} KB`;
  const { out } = await run(`backup --to ${folder} --keep 1`, DATA_DIR);
  const [made = ''] = readdirSync(folder);
  const file = join(folder, made);
  expect(out).toBe(
    `✓ ${file}: 2 sign-ups, ${size(file)}. Removed ${old.toReversed().join(', ')}.\n`,
  );
  const single = join(folder, 'single.db');
  const { out: text } = await run(`backup ${single}`, DATA_DIR);
  expect(text).toBe(`✓ ${single}: 2 sign-ups, ${size(single)}.\n`);
  const { out: list } = await run(`backup --list ${folder}`, DATA_DIR, { width: 80 });
  expect(list).toContain(` ${size(file).replace(' KB', '')}  ${made}\n`);
});

test('--keep removes no backup of this run when earlier backups are from the future, and names those with exit 1', async () => {
  const [folder, DATA_DIR] = [temporaryFolder(), filledFolder()];
  const ahead = Date.now() + 2 * 86_400_000;
  const times = [0, 1000, 2000].map((ms) => new Date(ahead + ms).toISOString());
  const future = await backUpAt(folder, DATA_DIR, 3, ...times);
  const found = await runJson(`backup --to ${folder} --keep 3`, DATA_DIR, 1);
  expect(found.removed).toEqual([future[0]]);
  expect(readdirSync(folder)).toContain(basename(found.file));
  expect(found.problems).toEqual([
    expect.stringContaining(`${future[2]} is from the future`),
    expect.stringContaining(`${future[1]} is from the future`),
  ]);
  // The command compares the numbers inside the files, not the times in their names.
  const [newest] = await runJson(`backup --list ${folder}`, DATA_DIR, 1);
  expect(newest).toMatchObject({ file: found.file, number: 4 });
});

test('--keep neither counts nor removes a file that is no backup, and names it with exit 1', async () => {
  const [folder, DATA_DIR] = [temporaryFolder(), filledFolder()];
  const empty = 'signups-2026-01-09T00-00-00Z.db';
  await backUpAt(folder, DATA_DIR, 2, '2026-01-01T00:00:00Z');
  writeFileSync(join(folder, empty), '');
  const found = await runJson(`backup --to ${folder} --keep 2`, DATA_DIR, 1);
  expect(found).toMatchObject({ removed: [], problems: [expect.stringContaining(empty)] });
  // A backup to the same folder within the same second would have the same name.
  const other = temporaryFolder();
  writeFileSync(join(other, empty), '');
  for (const line of [`backup --to ${other} --keep 9`, `backup --list ${folder}`]) {
    const { code, out } = await run(line, DATA_DIR);
    expect([code, out]).toEqual([1, expect.stringMatching(new RegExp(`\n✗ .*${empty}`))]);
  }
});

test('backup --list shows the newest backup first, with its time and its sign-ups', async () => {
  const [folder, DATA_DIR] = [temporaryFolder(), filledFolder()];
  await backUpAt(folder, DATA_DIR, 9, '2026-01-02T03:04:05Z', '2026-01-03T03:04:05Z');
  const { code, out } = await run(`backup --list ${folder}`, DATA_DIR, { width: 80 });
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(
      /^MADE \(UTC\) .*\n2026-01-03 03:04 +2 +\d+ {2}signups-2026-01-03T03-04-05Z\.db\n2026-01-02/,
    ),
  ]);
  const none = await run(`backup --list ${temporaryFolder()}`, DATA_DIR);
  expect(none).toMatchObject({ code: 1, out: expect.stringContaining('no backup in') });
});

test('backup and count of a damaged file name the file and the remedy', async () => {
  const DATA_DIR = filledFolder();
  const file = join(DATA_DIR, 'signups.db');
  writeFileSync(file, readFileSync(file).fill('damage', 8192, 8192 + 4096));
  const says = `${file} is damaged\n  Stop the server and restore a backup`;
  await expectFailure(`backup --to ${temporaryFolder()}`, says, DATA_DIR);
  await expectFailure('count', says, DATA_DIR);
});

/** Expects that no file of a folder holds an erased address. */
function expectForgotten(folder: string, address = 'ann@example.com'): void {
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name)).includes(address), name).toBe(false);
  }
}

test('an erasure leaves no byte of the address in any file, nor in a later backup, while a server runs', async () => {
  const DATA_DIR = filledFolder();
  const server = openSignups(DATA_DIR, { create: true });
  // So many rows that the address was written to several pages, and to the log.
  for (let number = 0; number < 500; number += 1) {
    server.exec(`insert into signups (${columns}) values
      ('prospect-${number}@example.com', 'nav', 'passed', 3000, '2026-11-01T00:00:00.000Z',
        '2026-11-01T00:00:00.000Z', '2026-11-01', 1)`);
    server.exec(`update signups set times = times + 1 where email = 'ann@example.com'`);
  }
  await run('erase ann@example.com --yes', DATA_DIR);
  expectForgotten(DATA_DIR);
  await run('outbox --erase bob@example.com', DATA_DIR);
  await run(`backup ${join(DATA_DIR, 'backup.db')}`, DATA_DIR);
  // The server is still open, because closing it would empty the log.
  expectForgotten(DATA_DIR);
  expectForgotten(DATA_DIR, 'bob@example.com');
  server.close();
  expect(await total(DATA_DIR)).toBe(501);
});

/** Backs a data folder up into a folder of its own. @returns the file. */
async function backedUp(DATA_DIR = filledFolder()): Promise<string> {
  const file = join(temporaryFolder(), 'all.db');
  await run(`backup ${file}`, DATA_DIR);
  return file;
}

test('restore puts the sign-ups into another folder with mode 0600', async () => {
  const DATA_DIR = join(temporaryFolder(), 'data');
  const file = await backedUp();
  chmodSync(file, 0o644);
  const found = await runJson(`restore ${file} --accept`, DATA_DIR);
  expect(found).toMatchObject({ signups: 2, kept: null });
  expect(await total(DATA_DIR)).toBe(2);
  expect(statSync(join(DATA_DIR, 'signups.db')).mode & 0o777).toBe(0o600);
});

test('restore --latest takes the backup with the highest number, and says before it acts what it replaces', async () => {
  const [folder, DATA_DIR] = [temporaryFolder(), filledFolder()];
  await backUpAt(folder, DATA_DIR, 9, '2026-01-02T03:04:05Z');
  await run('erase ann@example.com --yes', DATA_DIR);
  // The clock was put back, so that the newest backup has the oldest name.
  const [newest] = await backUpAt(folder, DATA_DIR, 9, '2026-01-01T03:04:05Z');
  const target = DATA_DIR;
  const { out, err } = await run(`restore --latest ${folder}`, target);
  const [kept = ''] = readdirSync(target).filter((name) => /^signups\.db\.\d/.test(name));
  expect(out).toBe(
    `✓ ${join(target, 'signups.db')}: 1 sign-up. The file that was there is kept as ${join(target, kept)}. Remove it when you are sure.\n`,
  );
  expect(err).toBe(
    `Backup:  ${join(folder, newest ?? '')}, made 2026-01-01 03:04 UTC, 1 sign-up\n` +
      `Present: ${join(target, 'signups.db')}, 1 sign-up\n`,
  );
});

test('restore asks on a terminal before it replaces sign-ups, and changes nothing after a no', async () => {
  const DATA_DIR = filledFolder();
  const before = readdirSync(DATA_DIR);
  const line = `restore ${await backedUp(DATA_DIR)}`;
  const err = expect.stringContaining(
    `Replace ${join(DATA_DIR, 'signups.db')}? [y/N] error: nothing was restored\n`,
  );
  expect(await run(line, DATA_DIR, { answer: 'n' })).toMatchObject({ code: 2, out: '', err });
  expect(readdirSync(DATA_DIR)).toEqual(before);
  expect(await run(line, DATA_DIR, { answer: 'y' })).toMatchObject({ code: 0 });
});

test.each(['whole', 'damaged'])(
  'restore keeps a %s file that it replaces, under a name of its own',
  async (state) => {
    const DATA_DIR = filledFolder();
    const [file, backup] = [join(DATA_DIR, 'signups.db'), await backedUp(DATA_DIR)];
    if (state === 'damaged') writeFileSync(file, 'no database');
    const before = readFileSync(file);
    // A killed server leaves the index of a log.
    writeFileSync(join(DATA_DIR, 'signups.db-shm'), '');
    const accept = state === 'damaged' ? ' --accept' : '';
    const { kept } = await runJson(`restore ${backup}${accept}`, DATA_DIR);
    expect(readdirSync(DATA_DIR)).toEqual(['signups.db', basename(kept)]);
    expect(readFileSync(kept).length).toBe(before.length);
    expect(await total(DATA_DIR)).toBe(2);
  },
);

test('restore fails and changes nothing while another process has the sign-ups open', async () => {
  const DATA_DIR = filledFolder();
  const server = openSignups(DATA_DIR, { create: true });
  server.prepare('select count(*) from signups').get();
  await expectFailure(`restore ${await backedUp()}`, 'is in use\n  Stop the server', DATA_DIR);
  server.close();
  expect(readdirSync(DATA_DIR)).toEqual(['signups.db']);
});

test.each([
  ['is no database', () => 'no database'],
  ['was cut off', (whole: Buffer) => whole.subarray(0, 9000)],
  ['is damaged behind its head', (whole: Buffer) => whole.fill('damage', whole.length - 4096)],
  ['belongs to another program', (whole: Buffer) => whole.fill(0, 68, 72)],
])('restore refuses a file that %s, and changes nothing', async (_what, spoil) => {
  const [DATA_DIR, file] = [filledFolder(), await backedUp()];
  writeFileSync(file, spoil(readFileSync(file)));
  await expectFailure(`restore ${file}`, 'cannot be restored', DATA_DIR);
  expect(await total(DATA_DIR)).toBe(2);
  expect(readdirSync(DATA_DIR)).toEqual(['signups.db']);
});

/** Changes a file past every check of SQLite, as a forger can. */
function spoil(file: string, statements: string): void {
  const database = new DatabaseSync(file, { defensive: false });
  database.exec(`pragma ignore_check_constraints = on; ${statements}`);
  database.close();
}

/** Rows that no command writes. */
const forged = [
  [
    'two addresses in one',
    "update signups set email = 'ann@example.com, eve@example.com' where email like 'ann@%'",
  ],
  [
    'a time that is later than every erasure',
    "update signups set created_at = 'zzz' where email like 'ann@%'",
  ],
] as const;

test.each(forged)(
  'restore refuses a backup with %s, and changes nothing',
  async (_what, statement) => {
    const [DATA_DIR, file] = [filledFolder(), await backedUp()];
    spoil(file, statement);
    const says = 'cannot be restored: it is damaged: CHECK constraint failed in signups';
    await expectFailure(`restore ${file}`, says, DATA_DIR);
    expect(readdirSync(DATA_DIR)).toEqual(['signups.db']);
  },
);

test.each(forged)('move brings nobody from a file with %s', async (_what, statement) => {
  const [DATA_DIR, source] = [temporaryFolder(), join(filledFolder(), 'signups.db')];
  openSignups(DATA_DIR, { create: true }).close();
  spoil(source, statement);
  expect((await run(`move --from ${source}`, DATA_DIR)).code).toBe(1);
  expect(await total(DATA_DIR)).toBe(0);
});

test('restore refuses a backup whose facts have another form, and --keep removes no other file that facts name', async () => {
  const [DATA_DIR, folder] = [filledFolder(), temporaryFolder()];
  const victim = join(temporaryFolder(), 'signups-2026-01-01T00-00-00Z.db');
  writeFileSync(victim, 'of somebody else');
  const file = join(folder, 'signups-2026-01-02T00-00-00Z.db');
  await run(`backup ${file}`, DATA_DIR);
  const setFacts = (facts: object) =>
    spoil(file, `update internals set value = '${JSON.stringify(facts)}' where name = 'backup'`);
  setFacts({ number: '1', madeAt: 'zzz', file: victim });
  await expectFailure(`restore ${file}`, 'its facts about itself are not ours', DATA_DIR);
  setFacts({ number: 0, madeAt: '2026-01-01T00:00:00.000Z', file: victim });
  await run(`backup --to ${folder} --keep 1`, DATA_DIR);
  expect([existsSync(victim), existsSync(file)]).toEqual([true, false]);
});

test.each([
  [
    'a trigger that deletes each sign-up',
    'create trigger gone after insert on signups begin delete from signups; end',
    'it has the trigger gone',
  ],
  [
    'an endless view in the place of the table',
    `drop table signups; create view signups as
     with recursive n (email) as (select 1 union all select email + 1 from n) select * from n`,
    'it has the view signups',
  ],
  [
    'a trigger that has the name of a table of statistics',
    `pragma writable_schema = on;
     insert into sqlite_schema values ('trigger', 'sqlite_stat_x', 'signups', 0,
       'create trigger sqlite_stat_x after insert on signups begin delete from signups; end')`,
    'it has the trigger sqlite_stat_x',
  ],
  ['another column', 'alter table signups add column more text', 'the table signups is different'],
  ['a table less', 'drop table erasures', 'the table erasures is missing'],
])('restore refuses a backup with %s, and changes nothing', async (_what, statements, reason) => {
  const [DATA_DIR, file] = [filledFolder(), await backedUp()];
  spoil(file, statements);
  await expectFailure(`restore ${file}`, `its schema is not ours: ${reason}`, DATA_DIR);
  expect(readdirSync(DATA_DIR)).toEqual(['signups.db']);
  const [listed] = await runJson(`backup --list ${dirname(file)}`, DATA_DIR, 1);
  expect(listed.problem).toContain(reason);
});
