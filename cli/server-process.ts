import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import type { Variables } from '../server/config.ts';
import { fromRoot } from '../server/stores/installed-files.ts';
import { locations } from '../shared/build-output.ts';

/** Starts the server as a process: the bundle if it was built, else the source. */
export function serverProcess(stdio: StdioOptions, env: Variables): ChildProcess {
  const bundle = fromRoot(`${locations.server}/index.js`);
  const entry = existsSync(bundle) ? bundle : fromRoot('server/index.ts');
  return spawn(process.execPath, [entry], { stdio, env });
}

/** Resolves with the exit code. As in shells, it is 128 plus the signal’s number when a signal ended the process. */
export async function whenEnded(child: ChildProcess): Promise<number> {
  const [code, signal] = await once(child, 'exit');
  return code ?? 128 + constants.signals[signal as NodeJS.Signals];
}
