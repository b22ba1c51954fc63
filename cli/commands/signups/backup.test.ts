import {
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSignups } from '../../../server/stores/sqlite/open.ts';
import { runCommand, temporaryFolder } from '../../testing/run-command.ts';
import { columns, filledFolder } from './testing/filled-folder.ts';

const total = async (DATA_DIR: string): Promise<number> =>
  JSON.parse((await runCommand('signups count --json', { DATA_DIR })).out).total;

describe('backup', () => {
  test('is one file that only its owner may read, counted before it is called done', async () => {
    const [DATA_DIR, folder] = [filledFolder(), temporaryFolder()];
    const file = join(folder, 'all.db');
    const { code, out } = await runCommand(`signups backup ${file} --json`, { DATA_DIR });
    expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, file, signups: 2 });
    expect(readdirSync(folder)).toEqual(['all.db']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.each(['a file', 'a link'])('never writes over %s that is there', async (what) => {
    const [DATA_DIR, folder] = [filledFolder(), temporaryFolder()];
    const [file, elsewhere] = [join(folder, 'all.db'), join(folder, 'elsewhere')];
    if (what === 'a link') symlinkSync(elsewhere, file);
    else writeFileSync(file, 'mine');
    const { code, err } = await runCommand(`signups backup ${file}`, { DATA_DIR });
    expect(code).toBe(1);
    expect(err).toContain(`${file}: file already exists\n  Name a file that is not there yet`);
    expect(readdirSync(folder)).toEqual(['all.db']);
  });

  test('into a folder is named by the time, and --keep removes the oldest of ours', async () => {
    const [DATA_DIR, folder] = [filledFolder(), temporaryFolder()];
    const old = ['signups-2026-01-01T00-00-00Z.db', 'signups-2026-01-02T00-00-00Z.db'];
    for (const name of [...old, 'signups-mine.db']) writeFileSync(join(folder, name), '');
    const { code, out } = await runCommand(`signups backup --to ${folder} --keep 2 --json`, {
      DATA_DIR,
    });
    expect({ code, removed: JSON.parse(out).removed }).toEqual({ code: 0, removed: [old[0]] });
    expect(readdirSync(folder)).toEqual([
      old[1],
      expect.stringMatching(/^signups-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/),
      'signups-mine.db',
    ]);
  });

  test('of a damaged file names that file, and what to do', async () => {
    const DATA_DIR = filledFolder();
    const file = join(DATA_DIR, 'signups.db');
    writeFileSync(file, readFileSync(file).fill('damage', 8192, 8192 + 4096));
    const { code, err } = await runCommand(`signups backup --to ${temporaryFolder()}`, {
      DATA_DIR,
    });
    expect(code).toBe(1);
    expect(err).toContain(`${file} is damaged: stop the server and restore a backup`);
  });

  test('of PostgreSQL is pg_dump’s', async () => {
    const env = { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d', IP_HASH_SECRET: 'x'.repeat(16) };
    expect((await runCommand('signups backup all.db', env)).err).toContain('pg_dump');
  });
});

test('after an erasure no byte of the address is left in any file, nor in a later backup', async () => {
  const DATA_DIR = filledFolder();
  const server = openSignups(DATA_DIR, { create: true });
  // Enough that the address has stood in several pages, and in the log.
  for (let number = 0; number < 500; number += 1) {
    server.exec(`insert into signups (${columns}) values
      ('prospect-${number}@example.com', 'nav', 'passed', 3000, '${number}', '', '', 1)`);
    server.exec(`update signups set times = times + 1 where email = 'ann@example.com'`);
  }
  await runCommand('signups erase ann@example.com --yes', { DATA_DIR });
  await runCommand(`signups backup ${join(DATA_DIR, 'backup.db')}`, { DATA_DIR });
  // While the server goes on: closing would sweep the log.
  const files = readdirSync(DATA_DIR).map((name) => [name, readFileSync(join(DATA_DIR, name))]);
  server.close();
  for (const [name, bytes] of files)
    expect(bytes?.includes('ann@example.com'), `${name}`).toBe(false);
});

describe('restore', () => {
  async function backedUp(): Promise<string> {
    const file = join(temporaryFolder(), 'all.db');
    await runCommand(`signups backup ${file}`, { DATA_DIR: filledFolder() });
    return file;
  }

  test('puts the sign-ups into another folder', async () => {
    const DATA_DIR = join(temporaryFolder(), 'data');
    const file = await backedUp();
    chmodSync(file, 0o644);
    const env = { DATA_DIR };
    const { code, out } = await runCommand(`signups restore ${file} --json`, env);
    expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, signups: 2, kept: null });
    expect(await total(DATA_DIR)).toBe(2);
    expect(statSync(join(DATA_DIR, 'signups.db')).mode & 0o777).toBe(0o600);
  });

  test.each(['whole', 'damaged'])('keeps what it replaces, %s or not', async (state) => {
    const DATA_DIR = filledFolder();
    const file = join(DATA_DIR, 'signups.db');
    if (state === 'damaged') writeFileSync(file, 'no database');
    const before = readFileSync(file);
    // The index of a log, as a killed server leaves it.
    writeFileSync(join(DATA_DIR, 'signups.db-shm'), '');
    const { code, out } = await runCommand(`signups restore ${await backedUp()} --json`, {
      DATA_DIR,
    });
    const { kept } = JSON.parse(out);
    expect(code).toBe(0);
    expect(readdirSync(DATA_DIR)).toEqual(['signups.db', basename(kept)]);
    expect(readFileSync(kept).length).toBe(before.length);
    expect(await total(DATA_DIR)).toBe(2);
  });

  test('leaves no address behind that is erased afterwards', async () => {
    const DATA_DIR = filledFolder();
    await runCommand(`signups restore ${await backedUp()}`, { DATA_DIR });
    await runCommand('signups erase ann@example.com --yes', { DATA_DIR });
    expect(readdirSync(DATA_DIR)).toHaveLength(2);
    for (const name of readdirSync(DATA_DIR)) {
      expect(readFileSync(join(DATA_DIR, name)).includes('ann@example.com'), name).toBe(false);
    }
  });

  test('refuses while a process has the sign-ups open, whatever its port', async () => {
    const DATA_DIR = filledFolder();
    const server = openSignups(DATA_DIR, { create: true });
    server.prepare('select count(*) from signups').get();
    const env = { DATA_DIR };
    const { code, err } = await runCommand(`signups restore ${await backedUp()}`, env);
    server.close();
    expect(code).toBe(1);
    expect(err).toContain('is in use: stop the server');
    expect(readdirSync(DATA_DIR)).toEqual(['signups.db']);
  });

  test.each([
    ['no database at all', 'no database'],
    ['one that was cut off', null],
  ])('refuses a file that is %s, and changes nothing', async (_what, text) => {
    const [DATA_DIR, file] = [filledFolder(), await backedUp()];
    writeFileSync(file, text ?? readFileSync(file).subarray(0, 9000));
    const env = { DATA_DIR };
    const { code, err } = await runCommand(`signups restore ${file}`, env);
    expect(code).toBe(1);
    expect(err).toContain('cannot be restored');
    expect(await total(DATA_DIR)).toBe(2);
    expect(readdirSync(DATA_DIR)).toEqual(['signups.db']);
  });
});
