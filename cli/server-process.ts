import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import type { Variables } from '../server/config.ts';
import { fromRoot } from '../server/config.ts';
import { locations } from '../shared/locations.ts';
import { environmentWith } from './environment.ts';

/** A process of the server’s room: the bundle where there is one, else its source. */
export function ownProcess(
  name: 'index' | 'records',
  options: SpawnOptions,
  over: Variables = {},
  parameters: readonly string[] = [],
): ChildProcess {
  const bundle = fromRoot(`${locations.server}/${name}.js`);
  const entry = existsSync(bundle) ? bundle : fromRoot(`server/${name}.ts`);
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry, ...parameters], {
    ...options,
    env: environmentWith(over),
  });
}

export const serverProcess = (options: SpawnOptions, over: Variables = {}): ChildProcess =>
  ownProcess('index', options, over);

/** Resolves with the exit code; a death by signal counts as 128 and its number, as shells have it. */
export const whenEnded = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    );
  });
