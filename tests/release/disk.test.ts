import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
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

function fill(): void {
  const file = openSync(ballast, 'w');
  try {
    for (const block = Buffer.alloc(4096, 1); ; ) writeSync(file, block);
  } catch {
    closeSync(file);
  }
}

/** Makes every later write of a process to a file fail, as on a broken disk. Returns whether that worked. */
const limitFiles = (pid: number, to: '0' | 'unlimited') =>
  run('prlimit', '--pid', String(pid), `--fsize=${to}:unlimited`);

/** SQLite still uses the space that it took before the disk was full, so sign-ups succeed until that space is full. */
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

/** Whether this user could mount a file system in memory, which the tests fill and make read-only. */
const isMounted = mount('');
afterAll(() => {
  if (isMounted) run('umount', '--lazy', folder);
});

const needs = 'sign-ups (needs prlimit and the right to mount)';
describe.runIf(isMounted && findProgram('prlimit'))(needs, () => {
  test.each<[string, () => void, (pid: number) => void, (pid: number) => void]>([
    ['the disk is full', () => {}, fill, () => rmSync(ballast)],
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
