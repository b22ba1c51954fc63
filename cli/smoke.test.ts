import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { filledFolder } from './commands/signups/testing/filled-folder.ts';
import { runCommand } from './testing/run-command.ts';
import { isBuilt, startCommand } from './testing/start-command.ts';

const colourStart = String.fromCharCode(27);
/** A busy machine starts a process late. */
const patience = { timeout: 50_000 };

test('a pipe gets colour only where it is forced', async () => {
  const check = (env: Record<string, string>) => startCommand('check', env).ended;
  expect((await check({ FORCE_COLOR: '1' })).out).toContain(colourStart);
  expect((await check({})).out).not.toContain(colourStart);
});

test('an export into a pipe that is closed ends well', async () => {
  const { child, ended } = startCommand('signups export', { DATA_DIR: filledFolder() });
  child.stdout?.destroy();
  expect(await ended).toMatchObject({ code: 0, err: '' });
});

test('serve in a broken environment has the server’s own exit code', async () => {
  const { code, err } = await startCommand('serve', { PORT: 'http' }).ended;
  expect([code, err]).toEqual([1, expect.stringContaining('PORT')]);
});

const slow = { timeout: 180_000 };

test.runIf(isBuilt)('a server counts no trial, and keeps to the manifest', slow, async () => {
  const env = {
    DATA_DIR: join(temporaryFolder(), 'data'),
    SITE_ORIGIN: 'http://127.0.0.1:9',
    SIGNUP_PROXY_SECRET: 'known-to-the-operator',
  };
  const server = startCommand('serve --json', { ...env, PORT: '0' });
  const line = /"address":"http:[^"]+:(\d+)"/;
  await expect.poll(() => server.said.out, patience).toMatch(line);
  const [, PORT = ''] = line.exec(server.said.out) ?? [];
  const run = (line: string) => runCommand(line, { ...env, PORT });
  // Commands wait three seconds for an answer, and a busy machine may take longer while the server starts.
  const isWell = { code: 0, out: expect.stringMatching(/"canary": \{\s+"ok": true/) };
  await expect.poll(() => run('ping --canary --json --count 1'), patience).toMatchObject(isWell);
  expect(JSON.parse((await run('signups count --json')).out).total).toBe(0);
  expect(await run('check --live --json')).toMatchObject({ code: 1 });
  await expect.poll(() => run('manifest --check --live'), patience).toMatchObject({ code: 0 });
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
});

test.runIf(isBuilt)('preview without a display prints the address, until Ctrl-C', async () => {
  const { child, said, ended } = startCommand('preview --device phone');
  const line = /(http:\S+) \(phone, 390 × 844\)\n.*there is no display here/;
  await expect.poll(() => said.out, patience).toMatch(line);
  const [, address = ''] = line.exec(said.out) ?? [];
  expect((await fetch(address)).status).toBe(200);
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 0 });
  await expect(fetch(address)).rejects.toThrow();
});

test.runIf(isBuilt)('a preview that is ended while it starts leaves nothing behind', async () => {
  const TMPDIR = temporaryFolder();
  const { child, ended } = startCommand('preview', { TMPDIR });
  // Its folder is the first thing that it makes.
  await expect.poll(() => readdirSync(TMPDIR), patience).not.toEqual([]);
  child.kill('SIGTERM');
  await ended;
  expect(readdirSync(TMPDIR)).toEqual([]);
});
