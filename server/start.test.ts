import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { site } from '../shared/site.ts';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import type { Backend } from './signup/backend.ts';
import { runServer } from './start.ts';
import { fakeBackend } from './testing/fake-backend.ts';
import { createFixtureSite } from './testing/fixture-site.ts';

const root = createFixtureSite();

/** Runs the server in this process with a stand-in for the process. `stop` sends SIGTERM and waits for the end. */
function run(environment: Record<string, string> = {}, changes: Partial<Backend> = {}) {
  const exit = vi.fn();
  const written: string[] = [];
  const stderr = { write: (text: string) => void written.push(text) };
  const env = { ENV_FILE: devNull, PORT: '0', DATA_DIR: temporaryFolder(), ...environment };
  const host = Object.assign(new EventEmitter(), { env, exit, stderr });
  const lines: { level: number; msg: string; [name: string]: unknown }[] = [];
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const running = runServer(host, root, { backend: { ...fakeBackend(), ...changes }, logTo });
  const logs = (message: RegExp) =>
    vi.waitUntil(() => lines.find(({ msg }) => message.test(msg)), 60_000);
  const ends = () => vi.waitUntil(() => exit.mock.calls[0], 60_000);
  const stop = () => {
    host.emit('SIGTERM');
    return ends();
  };
  return { running, lines, written, logs, ends, stop };
}

test('the server listens, names its address, backend and version, and is ready', async () => {
  const { running, lines, logs, stop } = run();
  await running;
  const listens = await logs(/listens at/);
  expect(listens).toMatchObject({
    msg: `${site.name} listens at ${listens.address}`,
    backend: 'sqlite',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
  expect((await fetch(String(listens.address))).status).toBe(200);
  expect(lines.map(({ msg }) => msg)).toContain('ready');
  expect(await stop()).toEqual([0]);
  await expect(fetch(String(listens.address))).rejects.toThrow();
});

test('the server sends mails once its backend is open', async () => {
  const opened = Promise.withResolvers<void>();
  const startDeliveries = vi.fn(async () => ({ counts: () => null, stop: async () => {} }));
  const { running, stop } = run({}, { open: () => opened.promise, startDeliveries });
  expect(startDeliveries).not.toHaveBeenCalled();
  opened.resolve();
  await running;
  expect(startDeliveries).toHaveBeenCalledOnce();
  await stop();
});

test('a file of MAIL_CA_FILE that cannot be read ends the start before the backend opens and the server listens', async () => {
  const open = vi.fn(async () => {});
  const MAIL_CA_FILE = join(temporaryFolder(), 'gone.pem');
  const { running, lines, written, ends } = run({ MAIL_CA_FILE }, { open });
  await running;
  expect(await ends()).toEqual([1]);
  expect(written.join()).toMatch(/^The server did not start: MAIL_CA_FILE cannot be read: ENOENT/);
  expect(open).not.toHaveBeenCalled();
  expect(lines).toEqual([]);
});

test('SIGTERM while the backend cannot be opened yet ends the server, which never listens', async () => {
  const open = () => Promise.reject(new Error('no route'));
  const { running, lines, logs, stop } = run({}, { open });
  await logs(/cannot be opened yet/);
  expect(await stop()).toEqual([0]);
  await running;
  expect(lines.map(({ msg }) => msg).join()).not.toContain('listens');
});

test('a misspelt name in the file of settings is logged as a warning, and a name of compose.yaml is not', async () => {
  const ENV_FILE = join(temporaryFolder(), '.env');
  writeFileSync(ENV_FILE, 'TRUST_PROXI=1\nVERSION=d23910c\n');
  const { running, lines, stop } = run({ ENV_FILE });
  await running;
  const warnings = lines.filter(({ level }) => level === 40).map(({ msg }) => msg);
  expect(warnings).toEqual(['TRUST_PROXI is not a setting, and has no effect']);
  await stop();
});

test('a folder in the place of the file of settings ends the process with 1, and standard error names its path', async () => {
  const ENV_FILE = temporaryFolder();
  const { running, written, ends } = run({ ENV_FILE });
  await running;
  expect(await ends()).toEqual([1]);
  expect(written.join('')).toContain(`The server did not start: ${ENV_FILE}: EISDIR`);
});

test('wrong settings end the process with 1, and standard error names each', async () => {
  const { running, written, ends } = run({ PORT: 'http', METRICS_TOKEN: 'short' });
  await running;
  expect(await ends()).toEqual([1]);
  expect(written.join('')).toMatch(
    /^The server did not start: these settings are wrong:\n {2}PORT: .+\n {2}METRICS_TOKEN: .+\n$/,
  );
});
