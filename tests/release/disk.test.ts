import { spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { openSignups, signupsPath } from '../../server/stores/sqlite/open.ts';
import { startProcess } from '../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createPeople, numbersFrom, numbersIn, peopleOf } from '../faults/numbered-people.ts';
import { missingFrom } from '../faults/writers.ts';
import { start } from '../support/built-server.ts';
import { findProgram } from '../support/programs.ts';
import { goodSignup, newAddress, signUp } from '../support/sign-up.ts';

const folder = temporaryFolder();
const run = (program: string, ...words: string[]): boolean =>
  spawnSync(program, words, { stdio: 'ignore' }).status === 0;
const mount = (options: string): boolean =>
  run('mount', '-t', 'tmpfs', '-o', `${options}size=160m`, 'tmpfs', folder);
const ballast = join(folder, 'ballast');

/** Fills the disk. @param room bytes that stay free. */
function fill(room = 0): void {
  const file = openSync(ballast, 'w');
  try {
    for (const block = Buffer.alloc(4096, 1); ; ) writeSync(file, block);
  } catch {
    ftruncateSync(file, fstatSync(file).size - room);
    closeSync(file);
  }
}

/** Makes every later write of a process to a file fail, as on a broken disk. Returns whether that worked. */
const limitFiles = (pid: number, to: '0' | 'unlimited') =>
  run('prlimit', '--pid', String(pid), `--fsize=${to}:unlimited`);

/** Signs up until the server refuses. SQLite still uses the space that it took before the disk was full. */
async function writeUntilRefused(url: string): Promise<string[]> {
  const acknowledged: string[] = [];
  for (;;) {
    const email = newAddress();
    const status = await signUp(url, goodSignup(email));
    if (status !== 200) {
      expect(status).toBe(503);
      return acknowledged;
    }
    acknowledged.push(email);
  }
}

/** Adds a refused sign-up of each person to the outbox. */
function refuseAll(directory: string): void {
  const database = openSignups(directory, { create: false });
  database.exec(`insert into signup_outbox (email, signup, stored_at, refused_at, refused_as)
    select email, '{}', created_at, created_at, 'bot_check_failed' from signups`);
  database.close();
}

/** Whether this user could mount a file system in memory, which the tests fill and make read-only. */
const isMounted = mount('');
afterAll(() => {
  if (isMounted) run('umount', '--lazy', folder);
});

const needs = 'sign-ups (needs prlimit and the right to mount)';
describe.runIf(isMounted && findProgram('prlimit'))(needs, () => {
  test.each<[string, () => void, (pid: number) => void, (pid: number) => void]>([
    ['the disk is full', () => {}, () => fill(), () => rmSync(ballast)],
    [
      'every write fails',
      () => {},
      (pid) => limitFiles(pid, '0'),
      (pid) => limitFiles(pid, 'unlimited'),
    ],
    [
      'the data directory was read-only at the start',
      () => mount('remount,ro,'),
      () => {},
      () => mount('remount,rw,'),
    ],
  ])('are refused while %s, pages go on, and nothing is lost', async (what, before, fail, mend) => {
    const DATA_DIR = join(folder, what.replaceAll(' ', '-'));
    before();
    const server = await start({ DATA_DIR });
    onTestFinished(async () => {
      await server.stop();
    });
    const pid = server.child.pid ?? 0;
    fail(pid);
    const acknowledged = await writeUntilRefused(server.url);
    expect((await fetch(server.url)).status).toBe(200);
    mend(pid);
    await expect.poll(() => signUp(server.url), { timeout: 30_000, interval: 100 }).toBe(200);
    expect(missingFrom(DATA_DIR, acknowledged)).toEqual([]);
  });
});

describe.runIf(isMounted)('an invitation (needs the right to mount)', () => {
  const size = 2_000;
  test.each([
    { full: 'the data is', room: 0, data: folder, files: temporaryFolder(), marked: [0, 0] },
    {
      full: 'the data gets',
      room: 400_000,
      data: folder,
      files: temporaryFolder(),
      marked: [1, 1_999],
    },
    { full: 'the file is', room: 0, data: temporaryFolder(), files: folder, marked: [size, size] },
  ])(
    'fails while the disk of $full full, and the same command then invites everybody once and in order',
    async ({ room, data, files, marked: [least = 0, most = 0] }) => {
      const DATA_DIR = join(data, `invited-${room}`);
      createPeople(DATA_DIR, 2 * size);
      const file = join(files, 'wave.csv');
      const invite = (wave: string) =>
        startProcess(
          `dist/cli/index.js signups invite --wave ${wave} --first ${size} --for plunk --to ${file}`,
          { DATA_DIR },
        ).ended;
      fill(room);
      const failed = await invite('w1');
      rmSync(ballast);
      const says =
        data === folder
          ? `the disk of ${DATA_DIR} is full\n  Free some space.`
          : `${file}: no space left on device\n  Make room on its disk.`;
      expect(failed).toMatchObject({ code: 1, err: expect.stringContaining(says) });
      const marked = peopleOf(DATA_DIR, 'w1').length;
      expect(marked).toBeGreaterThanOrEqual(least);
      expect(marked).toBeLessThanOrEqual(most);
      for (const [index, wave] of ['w1', 'w2'].entries()) {
        expect(await invite(wave)).toMatchObject({ code: 0 });
        const people = numbersFrom(index * size + 1, size);
        expect(peopleOf(DATA_DIR, wave)).toEqual(people);
        expect(numbersIn(readFileSync(file, 'utf8'))).toEqual(people);
      }
    },
  );
});

test.runIf(isMounted)(
  'a disk that is too full for a new file is named, and the file is made when there is space (needs the right to mount)',
  () => {
    const directory = join(folder, 'new');
    const open = () => openSignups(directory, { create: true }).close();
    const failures: string[] = [];
    // From no room at all to more than a new file takes: each write of its creation is the first that fails.
    for (let room = 8_192; room <= 819_200; room += 16_384) {
      fill(room);
      try {
        open();
      } catch (error) {
        failures.push(String(error));
      }
      rmSync(ballast);
      expect(open).not.toThrow();
      rmSync(directory, { recursive: true });
    }
    expect(new Set(failures)).toEqual(
      new Set([expect.stringContaining(`the disk of ${directory} is full`)]),
    );
  },
);

describe.runIf(isMounted)('on a full disk, signups (needs the right to mount)', () => {
  /** Another disk, with sign-ups and a backup. */
  const elsewhere = temporaryFolder();
  const backup = join(elsewhere, 'backup.db');
  createPeople(elsewhere, 2_000);
  copyFileSync(signupsPath(elsewhere), backup);

  const DATA_DIR = join(folder, 'full');
  const problem = `the disk of ${DATA_DIR} is full`;

  test.each([
    ['erase p000001@kill.example --yes', problem],
    ['forget --before 2026-11-20 --yes', problem],
    [`invite --wave w1 --first 2000 --for plunk --to ${join(elsewhere, 'wave.csv')}`, problem],
    [`move --from ${backup}`, problem],
    ['outbox --retry', problem],
    ['outbox --erase p000001@kill.example', problem],
    [`restore ${backup} --accept`, 'no space left on device'],
  ])(
    '%s names the folder of the sign-ups, and succeeds when there is space',
    async (line, says) => {
      createPeople(DATA_DIR, 2_000);
      refuseAll(DATA_DIR);
      const run = () =>
        startProcess(`dist/cli/index.js signups ${line} --json`, { DATA_DIR }).ended;
      // SQLite opens the file, and makes the index of the log (32 kB). Then there is no room for the log.
      fill(36_864);
      const failed = await run();
      rmSync(ballast);
      expect(failed).toMatchObject({ code: 1, out: expect.stringContaining(says) });
      expect(await run()).toMatchObject({ code: 0 });
      rmSync(DATA_DIR, { recursive: true });
    },
  );
});
