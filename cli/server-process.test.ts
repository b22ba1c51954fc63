import { type IOType, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import type { Variables } from '../server/config.ts';
import { runProgram, whenEnded } from './server-process.ts';

test.each([
  ['its own exit code', 'process.exit(7)', 7],
  ['128 plus the number of the signal that ended it', 'process.kill(process.pid, "SIGKILL")', 137],
])('the exit code of a program is %s', async (_what, script, code) => {
  expect(await whenEnded(spawn(process.execPath, ['-e', script]))).toBe(code);
});

/** Runs a script in place of the server, below a stand-in for the process. */
function run(script: string, json: boolean) {
  const stdout = new PassThrough();
  const host = Object.assign(new EventEmitter(), { stdout });
  const start = vi.fn((_name: string, streams: readonly IOType[], env: Variables) =>
    spawn(process.execPath, ['-e', script], { stdio: [...streams, 'ipc'], env }),
  );
  const environment = { ...process.env, GREETING: 'hello' };
  const ended = runProgram('server', { json, environment }, host, start);
  return { host, stdout, start, ended };
}

const greets = 'setInterval(() => {}, 1000); process.stdout.write(process.env.GREETING);';

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s of the terminal stops the server, and with --json the output of the server goes through a pipe',
  async (signal) => {
    const { host, stdout, ended } = run(
      `process.on('disconnect', () => process.exit(3)); ${greets}`,
      true,
    );
    expect(String((await once(stdout, 'data'))[0])).toBe('hello');
    host.emit(signal);
    expect(await ended).toBe(3);
  },
);

test('without --json the server writes to the terminal itself', async () => {
  const { start, ended } = run('', false);
  const streams = ['inherit', 'inherit', 'inherit'];
  expect(start).toHaveBeenCalledExactlyOnceWith('server', streams, expect.anything());
  expect(await ended).toBe(0);
});
