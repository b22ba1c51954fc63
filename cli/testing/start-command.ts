import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { devNull } from 'node:os';
import { fromRoot } from '../../server/config.ts';
import { locations } from '../../shared/locations.ts';
import type { Ended, Variables } from './run-command.ts';

/** Whether there is a site to serve; `npm test` builds it first. */
export const isBuilt = existsSync(fromRoot(locations.facts));

/** Starts the terminal as a process, with nothing of the tester’s environment but where programs are. */
export const startCommand = (line: string, environment: Variables = {}): ChildProcess =>
  spawn(process.execPath, [fromRoot('cli/index.ts'), ...line.split(' ')], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      ENV_FILE: devNull,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Hears a process out. */
export async function end(child: ChildProcess): Promise<Ended> {
  const ended = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    ended.out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    ended.err += text;
  });
  const [code] = await once(child, 'close');
  return { code, ...ended };
}

/** Resolves once the process has written something that matches. Rejects when it ends before. */
export function untilSaid(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let said = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const match = pattern.exec(said);
        if (match) resolve(match);
      });
    }
    child.once('exit', () => reject(new Error(`it ended, and said only: ${said}`)));
  });
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
