import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { devNull } from 'node:os';
import type { Variables } from '../../../server/config.ts';
import { Failure } from '../../failure.ts';
import { programPath } from '../../server-program.ts';

/** The longest time to listen after the start, and to end after SIGTERM, in milliseconds. */
const startMs = 120_000;
const endMs = 5_000;

/**
 * The only variables that a preview takes from its environment. None leads to real sign-ups, visitors or keys.
 * tests/support/end-run.ts uses `DECKWRIGHT_TEST_RUN` to find the server of a test run that was killed.
 */
const takenOver = [
  'PATH',
  'NODE_OPTIONS',
  'CONTACT_EMAIL',
  'SystemRoot',
  'TMPDIR',
  'DECKWRIGHT_TEST_RUN',
];

/** Returns the environment of the server of a preview. */
const environmentOf = (environment: Variables, folder: string): Variables => ({
  ...Object.fromEntries(takenOver.map((name) => [name, environment[name]])),
  HOST: '127.0.0.1',
  PORT: '0',
  INDEXING: 'off',
  DATA_DIR: folder,
  ENV_FILE: devNull,
});

/** Starts the server as a process, which stops when its channel to this process closes: also when this process is killed. */
const startProcess = (env: Variables): ChildProcess =>
  spawn(process.execPath, [programPath('server')], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env,
  });

/**
 * Starts a server of this build on a free port of this machine, with sign-ups of its own.
 * Throws a Failure with the server’s output when it does not start.
 * @param folder the folder for its data.
 * @param start starts the process of a server.
 * @returns its address, e.g. `http://127.0.0.1:41234`, a promise of its end, and a function that ends it.
 */
export async function startPreviewServer(
  environment: Variables,
  folder: string,
  start = startProcess,
) {
  const child = start(environmentOf(environment, folder));
  const ended: Promise<unknown> = once(child, 'exit');
  let output = '';
  const listening = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-2000);
        const [, address] = /"address":"([^"]+)"/.exec(output) ?? [];
        if (address) resolve(address);
      });
    }
  });
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, startMs, null).unref());
  const address = await Promise.race([listening, ended.then(() => null), timeout]);
  const close = async () => {
    child.kill('SIGTERM');
    const killing = setTimeout(() => child.kill('SIGKILL'), endMs);
    await ended.finally(() => clearTimeout(killing));
  };
  if (address) return { address, ended, close };
  await close();
  const reason = output.trim() || 'it printed nothing';
  throw new Failure('server_start', `the server did not start: ${reason}`);
}
