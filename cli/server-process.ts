import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
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

/** Starts a program of the server as a process: the bundle if it was built, else the source. */
function startProgram(name: keyof typeof programs, stdio: StdioOptions, env: Variables) {
  const { bundle, source } = programs[name];
  const built = fromRoot(`${locations.server}/${bundle}`);
  return spawn(process.execPath, [existsSync(built) ? built : fromRoot(source)], { stdio, env });
}

/** Starts the server as a process. */
export const serverProcess = (stdio: StdioOptions, env: Variables): ChildProcess =>
  startProgram('server', stdio, env);

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
 * Runs a program of the server with the streams of this process, and forwards signals to it.
 * @returns the program’s own exit code.
 */
export async function runProgram(
  name: keyof typeof programs,
  { json, environment }: Pick<Session, 'json' | 'environment'>,
  host: Host = process,
  start = startProgram,
): Promise<number> {
  // The program writes JSON when its output is no terminal, so a pipe is enough.
  const child = start(name, json ? ['inherit', 'pipe', 'inherit'] : 'inherit', environment);
  child.stdout?.pipe(host.stdout);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    host.on(signal, () => child.kill(signal));
  }
  return whenEnded(child);
}
