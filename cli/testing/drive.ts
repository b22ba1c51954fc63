import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { fromRoot } from '../../server/config.ts';
import { locations } from '../../shared/locations.ts';
import { lastChanged } from '../preview/freshness.ts';

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

const bundle = fromRoot(`${locations.cli}/index.js`);
/** The built terminal, unless its source is newer: then the source, which runs as it is. */
const entry =
  existsSync(bundle) && statSync(bundle).mtimeMs > lastChanged(['cli', 'shared'])
    ? bundle
    : fromRoot('cli/index.ts');

/** Whether there is a site to serve; `npm test` builds it first. */
export const isBuilt = existsSync(fromRoot(locations.facts));

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A folder that is gone when the file’s tests are over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deckwright-cli-'));
  folders.push(folder);
  return folder;
}

export type Variables = Record<string, string>;

/** Nothing of the tester’s own environment but where programs are; no file of settings. */
const bare = (): Variables => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  ENV_FILE: devNull,
});

/** Starts the terminal as a process. */
export const begin = (
  args: readonly string[],
  env: Variables = {},
  cwd = temporaryFolder(),
): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry, ...args], {
    cwd,
    env: { ...bare(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Hears a process out. */
export async function end(child: ChildProcess): Promise<Ended> {
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
}

/** One command from start to end. */
export const drive = (args: readonly string[], env?: Variables, cwd?: string): Promise<Ended> =>
  end(begin(args, env, cwd));

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

/** The colourStart character, with which every colour begins. */
export const colourStart = String.fromCharCode(27);
