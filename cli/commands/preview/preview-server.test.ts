import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { devNull } from 'node:os';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPreviewServer } from './preview-server.ts';

/** Creates a process without a program: the test writes its output and decides which signal ends it. */
function createChild(endedBy: NodeJS.Signals[] = ['SIGTERM', 'SIGKILL']) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const child = Object.assign(new EventEmitter(), {
    stdout,
    stderr,
    kill: vi.fn((signal: NodeJS.Signals) => {
      if (endedBy.includes(signal)) child.emit('exit', null, signal);
    }),
  });
  const start = vi.fn((_env: unknown) => child as object as ChildProcess);
  const starting = startPreviewServer({}, '/folder', start);
  // The test looks at a failure later.
  starting.catch(() => {});
  return { child, stdout, stderr, start, starting };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('the server of a preview listens on a free port of the loopback, and gets no setting of the operator but CONTACT_EMAIL', () => {
  const ofOperator = {
    PATH: '/bin',
    NODE_OPTIONS: '--use-system-ca',
    CONTACT_EMAIL: 'hello@site.example',
    SystemRoot: 'C:\\Windows',
    TMPDIR: '/scratch',
    DECKWRIGHT_TEST_RUN: 'a-run',
  };
  const start = vi.fn((_env: unknown) => createChild().child as never);
  const real = {
    HOST: '0.0.0.0',
    PORT: '3000',
    INDEXING: 'on',
    DATA_DIR: '/srv/data',
    ENV_FILE: '/etc/deckwright.env',
    HOME: '/home/ada',
    DATABASE_URL: 'postgres://db.example/site',
    SUPABASE_URL: 'https://project.supabase.co',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
    MAIL_URL: 'smtp://mail.example',
    TURNSTILE_SECRET_KEY: 'secret',
    METRICS_TOKEN: 'a-token-of-16-characters',
    SITE_ORIGIN: 'https://site.example',
    NODE_ENV: 'production',
  };
  startPreviewServer({ ...real, ...ofOperator }, '/folder', start).catch(() => {});
  expect(start).toHaveBeenCalledExactlyOnceWith({
    ...ofOperator,
    HOST: '127.0.0.1',
    PORT: '0',
    INDEXING: 'off',
    DATA_DIR: '/folder',
    ENV_FILE: devNull,
  });
});

test.each(['stdout', 'stderr'] as const)(
  'startPreviewServer reads the address from %s, also when the line comes in two parts',
  async (stream) => {
    const { starting, [stream]: output } = createChild();
    output.write('{"message":"starting"}\n{"message":"listening","address":"http://127.0.0.1:4');
    await setImmediate();
    output.write('1234","level":"info"}\n');
    expect((await starting).address).toBe('http://127.0.0.1:41234');
  },
);

test('close ends the server with SIGTERM and does not kill a server that has ended', async () => {
  const { child, stdout, starting } = createChild();
  stdout.write('"address":"http://127.0.0.1:1"');
  const { close, ended } = await starting;
  await close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(child.kill.mock.calls).toEqual([['SIGTERM']]);
  await ended;
});

test('close kills a server that has not ended five seconds after SIGTERM', async () => {
  const { child, stdout, starting } = createChild(['SIGKILL']);
  stdout.write('"address":"http://127.0.0.1:1"');
  const { close } = await starting;
  const closing = close();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(child.kill.mock.calls).toEqual([['SIGTERM']]);
  await vi.advanceTimersByTimeAsync(1);
  expect(child.kill.mock.calls).toEqual([['SIGTERM'], ['SIGKILL']]);
  await closing;
});

test('a server that does not listen within two minutes is ended, and the failure has the end of its output', async () => {
  const { child, stderr, starting } = createChild();
  stderr.write(`${'first words '.repeat(400)}still migrating\n`);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(child.kill).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(child.kill.mock.calls).toEqual([['SIGTERM']]);
  const failure = await starting.catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'server_start',
    message: expect.stringMatching(/^the server did not start: .*still migrating$/s),
  });
  const { message } = failure as Error;
  // The preview keeps the last 2,000 characters of the output.
  expect(message).toHaveLength('the server did not start: '.length + 2_000 - '\n'.length);
});

test('a preview whose server ends without any output fails and says that the server said nothing', async () => {
  const { child, starting } = createChild();
  child.emit('exit', 1, null);
  await expect(starting).rejects.toMatchObject({
    code: 'server_start',
    message: 'the server did not start: it printed nothing',
  });
});

test('a failed start shows a character of the output correctly when its bytes come in two parts', async () => {
  const { child, stdout, starting } = createChild();
  const sign = Buffer.from('“no”');
  stdout.write(sign.subarray(0, 1));
  await setImmediate();
  stdout.write(sign.subarray(1));
  await setImmediate();
  child.emit('exit', 1, null);
  await expect(starting).rejects.toThrow('the server did not start: “no”');
});
