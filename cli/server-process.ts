import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import type { Variables } from '../server/config.ts';
import { fromRoot } from '../server/stores/installed-files.ts';
import { locations } from '../shared/build-output.ts';
import type { Session } from './session.ts';

/** The programs of the server: the file of the bundle, and the source. */
const programs = {
  server: { bundle: 'index.js', source: 'server/index.ts' },
  deliveries: { bundle: 'deliver.js', source: 'server/deliver-run.ts' },
};

/** The streams of a program: standard input, output and error. */
type Streams = readonly ('inherit' | 'ignore' | 'pipe')[];

/**
 * Starts a program of the server as a process: the bundle if it was built, else the source. The program stops when the
 * channel between the two processes closes, also when the terminal is killed.
 */
function startProgram(name: keyof typeof programs, streams: Streams, env: Variables) {
  const { bundle, source } = programs[name];
  const built = fromRoot(`${locations.server}/${bundle}`);
  const file = existsSync(built) ? built : fromRoot(source);
  return spawn(process.execPath, [file], { stdio: [...streams, 'ipc'], env });
}

/** Starts the server as a process. */
export const serverProcess = (streams: Streams, env: Variables): ChildProcess =>
  startProgram('server', streams, env);

/** Resolves with the exit code. As in shells, it is 128 plus the signal’s number when a signal ended the process. */
export async function whenEnded(child: ChildProcess): Promise<number> {
  const [code, signal] = await once(child, 'exit');
  return code ?? 128 + constants.signals[signal as NodeJS.Signals];
}

/** The process, whose streams and signals a program gets. */
interface Host extends Pick<NodeJS.EventEmitter, 'on'> {
  stdout: NodeJS.WritableStream;
}

/**
 * Runs a program of the server with the streams of this process. A signal closes the channel to the program, which stops in
 * order then. After that, a further signal goes to the program itself.
 * @returns the program’s own exit code.
 */
export async function runProgram(
  name: keyof typeof programs,
  { json, environment }: Pick<Session, 'json' | 'environment'>,
  host: Host = process,
  start = startProgram,
): Promise<number> {
  // The program writes JSON when its output is no terminal, so a pipe is enough.
  const child = start(name, ['inherit', json ? 'pipe' : 'inherit', 'inherit'], environment);
  child.stdout?.pipe(host.stdout);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    host.on(signal, () => {
      if (child.connected) child.disconnect();
      else child.kill(signal);
    });
  }
  return whenEnded(child);
}
