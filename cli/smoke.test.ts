import { once } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { locations } from '../shared/build-output.ts';
import { startProcess } from '../shared/testing/start-process.ts';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { filledFolder } from './commands/signups/testing/filled-folder.ts';

/** Runs the built terminal. */
const start = (line: string, environment?: Record<string, string>) =>
  startProcess(`${locations.cli}/index.js ${line}`, environment);

test('a pipe gets colour only where it is forced', async () => {
  expect((await start('check', { FORCE_COLOR: '1' }).ended).out).toContain('\u001b[');
  expect((await start('check').ended).out).not.toContain('\u001b[');
});

test('an export into a pipe that is closed ends well', async () => {
  const { child, ended } = start('signups export', { DATA_DIR: filledFolder() });
  child.stdout.destroy();
  expect(await ended).toMatchObject({ code: 0, err: '' });
});

test('a long import writes no temporary file, because a container with a read-only root has no place for it', async () => {
  const folder = filledFolder();
  const list = join(folder, 'list.csv');
  const people = Array.from({ length: 16_000 }, (_, index) => `person${index}@example.com`);
  writeFileSync(list, ['email', ...people].join('\n'));
  const SQLITE_TMPDIR = temporaryFolder();
  const { mtimeMs } = statSync(SQLITE_TMPDIR);
  const settings = { DATA_DIR: folder, SQLITE_TMPDIR };
  expect(await start(`signups import ${list} --yes`, settings).ended).toMatchObject({ code: 0 });
  // SQLite removes the name of such a file at once, so that only the time of the folder tells.
  expect(statSync(SQLITE_TMPDIR).mtimeMs).toBe(mtimeMs);
});

test('serve runs the server until a signal stops it', async () => {
  const { child, address, ended } = start('serve', { PORT: '0', DATA_DIR: temporaryFolder() });
  expect((await fetch(`${await address()}/healthz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0 });
});

test('a server stops when the terminal that started it is killed', async () => {
  const { child, address } = start('serve', { PORT: '0', DATA_DIR: temporaryFolder() });
  const health = `${await address()}/healthz`;
  child.kill('SIGKILL');
  await expect.poll(() => fetch(health).catch(() => null)).toBeNull();
});

test('preview without a display prints the address, until Ctrl-C', async () => {
  const { child, hears, ended } = start('preview --device phone');
  const address = await hears(/(http:\S+) \(phone, 390 × 844\)\n.*there is no display here/);
  expect((await fetch(address)).status).toBe(200);
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 0 });
  await expect(fetch(address)).rejects.toThrow();
});

test('a second and a third signal during the clean-up of a preview leave nothing behind', async () => {
  const TMPDIR = temporaryFolder();
  const { child, hears, ended } = start('preview', { TMPDIR });
  const address = await hears(/(http:\S+) \(.*\n.*there is no display here/);
  // The clean-up waits for the server, and the server waits for the rest of this request.
  const headers = {
    'Content-Length': '10',
    'Content-Type': 'application/json',
    Expect: '100-continue',
  };
  const signup = request(`${address}api/signup`, { method: 'POST', headers });
  signup.on('error', () => {}).flushHeaders();
  await once(signup, 'continue');
  child.kill('SIGTERM');
  // The clean-up has begun when the server stops.
  await expect.poll(() => fetch(address).catch(() => null)).toBeNull();
  // Two signals of one kind could arrive as one.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) child.kill(signal);
  signup.destroy();
  expect(await ended).toMatchObject({ code: 0 });
  expect(readdirSync(TMPDIR)).toEqual([]);
});
