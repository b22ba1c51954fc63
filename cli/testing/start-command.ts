import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { fromRoot } from '../../server/config.ts';
import { locations } from '../../shared/build-output.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import type { Ended, Variables } from './run-command.ts';

/** Whether there is a site to serve; `npm test` builds it first. */
export const isBuilt = existsSync(fromRoot(locations.facts));

/** Starts the terminal as a process, with nothing of the tester’s environment but where programs are. */
export function startCommand(line: string, environment: Variables = {}) {
  const { PATH = '', HOME = '' } = process.env;
  const child: ChildProcess = spawn(
    process.execPath,
    [fromRoot('cli/index.ts'), ...line.split(' ')],
    { env: { PATH, HOME, ENV_FILE: devNull, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const said = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const ended: Promise<Ended> = once(child, 'close').then(([code]) => ({ code, ...said }));
  atEnd(() => {
    child.kill('SIGTERM');
    return ended;
  });
  return { child, said, ended };
}
