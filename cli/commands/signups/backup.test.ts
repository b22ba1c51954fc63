import {
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { openSignups } from '../../../server/stores/sqlite/open.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { runCommand } from '../../testing/run-command.ts';
import { columns, expectFailure, filledFolder, run, runJson } from './testing/filled-folder.ts';

const total = async (DATA_DIR: string) => (await runJson('count', DATA_DIR)).total;

test('a backup is one file that only its owner may read, counted before it is called done', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'all.db');
  expect(await runJson(`backup ${file}`)).toMatchObject({ file, signups: 2 });
  expect(readdirSync(folder)).toEqual(['all.db']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  // Of a journal and not of a log: a file in a folder that may not be written can be read.
  expect(readFileSync(file)[18]).toBe(1);
});

test.each(['a file', 'a link'])('a backup never writes over %s that is there', async (what) => {
  const folder = temporaryFolder();
  const file = join(folder, 'all.db');
  if (what === 'a link') symlinkSync(join(folder, 'elsewhere'), file);
  else writeFileSync(file, 'mine');
  const says = `${file}: file already exists\n  Name a file that is not there yet`;
  await expectFailure(`backup ${file}`, says);
  expect(readdirSync(folder)).toEqual(['all.db']);
});

test('a backup into a folder is named by the time, and --keep removes the oldest of ours', async () => {
  const folder = temporaryFolder();
  const old = ['signups-2026-01-01T00-00-00Z.db', 'signups-2026-01-02T00-00-00Z.db'];
  for (const name of [...old, 'signups-mine.db']) writeFileSync(join(folder, name), '');
  const found = await runJson(`backup --to ${folder} --keep 2`);
  expect(found).toMatchObject({ removed: [old[0]] });
  expect(readdirSync(folder)).toEqual([
    old[1],
    expect.stringMatching(/^signups-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/),
    'signups-mine.db',
  ]);
});

test('a backup of a damaged file names that file, and what to do', async () => {
  const DATA_DIR = filledFolder();
  const file = join(DATA_DIR, 'signups.db');
  writeFileSync(file, readFileSync(file).fill('damage', 8192, 8192 + 4096));
  const says = `${file} is damaged\n  Stop the server and restore a backup`;
  await expectFailure(`backup --to ${temporaryFolder()}`, says, DATA_DIR);
  await expectFailure('count', says, DATA_DIR);
});

test('a backup of PostgreSQL is pg_dump’s', async () => {
  const env = { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d', IP_HASH_SECRET: 'x'.repeat(16) };
  expect((await runCommand('signups backup all.db', env)).err).toContain('pg_dump');
});

/** Nothing of an erased address stands in any file of a folder. */
function expectForgotten(folder: string, address = 'ann@example.com'): void {
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name)).includes(address), name).toBe(false);
  }
}

test('after an erasure no byte of the address is left in any file, nor in a later backup', async () => {
  const DATA_DIR = filledFolder();
  const server = openSignups(DATA_DIR, { create: true });
  // Enough that the address has stood in several pages, and in the log.
  for (let number = 0; number < 500; number += 1) {
    server.exec(`insert into signups (${columns}) values
      ('prospect-${number}@example.com', 'nav', 'passed', 3000, '${number}', '', '', 1)`);
    server.exec(`update signups set times = times + 1 where email = 'ann@example.com'`);
  }
  await run('erase ann@example.com --yes', DATA_DIR);
  expectForgotten(DATA_DIR);
  await run('outbox --forget bob@example.com', DATA_DIR);
  await run(`backup ${join(DATA_DIR, 'backup.db')}`, DATA_DIR);
  // While the server goes on: closing would sweep the log.
  expectForgotten(DATA_DIR);
  expectForgotten(DATA_DIR, 'bob@example.com');
  server.close();
  expect(await total(DATA_DIR)).toBe(501);
});

async function backedUp(): Promise<string> {
  const file = join(temporaryFolder(), 'all.db');
  await run(`backup ${file}`);
  return file;
}

test('restore puts the sign-ups into another folder', async () => {
  const DATA_DIR = join(temporaryFolder(), 'data');
  const file = await backedUp();
  chmodSync(file, 0o644);
  const found = await runJson(`restore ${file}`, DATA_DIR);
  expect(found).toMatchObject({ signups: 2, kept: null });
  expect(await total(DATA_DIR)).toBe(2);
  expect(statSync(join(DATA_DIR, 'signups.db')).mode & 0o777).toBe(0o600);
});

test.each(['whole', 'damaged'])('restore keeps what it replaces, %s or not', async (state) => {
  const DATA_DIR = filledFolder();
  const file = join(DATA_DIR, 'signups.db');
  if (state === 'damaged') writeFileSync(file, 'no database');
  const before = readFileSync(file);
  // The index of a log, as a killed server leaves it.
  writeFileSync(join(DATA_DIR, 'signups.db-shm'), '');
  const { kept } = await runJson(`restore ${await backedUp()}`, DATA_DIR);
  expect(readdirSync(DATA_DIR)).toEqual(['signups.db', basename(kept)]);
  expect(readFileSync(kept).length).toBe(before.length);
  expect(await total(DATA_DIR)).toBe(2);
});

test('restore leaves no address behind that is erased afterwards', async () => {
  const DATA_DIR = filledFolder();
  await run(`restore ${await backedUp()}`, DATA_DIR);
  for (const name of ['signups.db.mine', 'Z']) writeFileSync(join(DATA_DIR, name), 'no database');
  expect(await runJson('erase ann@example.com --yes', DATA_DIR)).toEqual({ erased: 6 });
  expect(readdirSync(DATA_DIR)).toHaveLength(4);
  expectForgotten(DATA_DIR);
  writeFileSync(join(DATA_DIR, 'signups.db.Z'), 'no database');
  await expectFailure('erase bob@example.com --yes', 'remove that file', DATA_DIR);
});

test('restore refuses while a process has the sign-ups open, whatever its port', async () => {
  const DATA_DIR = filledFolder();
  const server = openSignups(DATA_DIR, { create: true });
  server.prepare('select count(*) from signups').get();
  await expectFailure(`restore ${await backedUp()}`, 'is in use: stop the server', DATA_DIR);
  server.close();
  expect(readdirSync(DATA_DIR)).toEqual(['signups.db']);
});

test.each([
  ['no database at all', () => 'no database'],
  ['one that was cut off', (whole: Buffer) => whole.subarray(0, 9000)],
  ['damaged behind its head', (whole: Buffer) => whole.fill('damage', whole.length - 4096)],
  ['another program’s', (whole: Buffer) => whole.fill(0, 68, 72)],
])('restore refuses a file that is %s, and changes nothing', async (_what, spoil) => {
  const [DATA_DIR, file] = [filledFolder(), await backedUp()];
  writeFileSync(file, spoil(readFileSync(file)));
  await expectFailure(`restore ${file}`, 'cannot be restored', DATA_DIR);
  expect(await total(DATA_DIR)).toBe(2);
  expect(readdirSync(DATA_DIR)).toEqual(['signups.db']);
});
