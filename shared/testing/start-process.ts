import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { atEnd } from './at-end.ts';

/**
 * Starts a script of ours as a process of its own, with no `.env` and nothing of the tester’s environment but where
 * programs are, until the tests of the file are over.
 */
export function startProcess(line: string, environment: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env;
  const words = ['--disable-warning=ExperimentalWarning', ...line.split(' ')];
  const child = spawn(process.execPath, words, {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH, HOME, ENV_FILE: devNull, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    said.out += text;
  });
  child.stderr.on('data', (text) => {
    said.err += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }));
  atEnd(() => {
    child.kill('SIGKILL');
    return ended;
  });
  /** The first group of a pattern, once the process has said what fits it. A busy machine starts it late. */
  async function hears(pattern: RegExp): Promise<string> {
    await expect.poll(() => said.out, { timeout: 50_000 }).toMatch(pattern);
    return pattern.exec(said.out)?.[1] ?? '';
  }
  return { child, said, ended, hears, address: () => hears(/"address":"([^"]+)"/) };
}
