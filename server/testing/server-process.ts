import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { devNull } from 'node:os';
import { expect } from 'vitest';
import { atEnd } from '../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { fromRoot } from '../project/files.ts';

/**
 * The real server as a process of its own, with no `.env` and an empty `DATA_DIR`. It serves what
 * `npm run build` has made; without that it ends with a message that says so.
 */
export function startServerProcess(environment: Record<string, string>) {
  const words = ['--disable-warning=ExperimentalWarning', fromRoot('server/index.ts')];
  const child = spawn(process.execPath, words, {
    env: { PORT: '0', DATA_DIR: temporaryFolder(), ENV_FILE: devNull, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  /** Its exit code. */
  const ended: Promise<number | null> = once(child, 'close').then(([code]) => code);
  atEnd(() => {
    child.kill('SIGKILL');
    return ended;
  });
  /** Where it listens. */
  async function address(): Promise<string> {
    const line = /"address":"([^"]+)"/;
    await expect.poll(() => printed).toMatch(line);
    return line.exec(printed)?.[1] ?? '';
  }
  return { child, output: () => printed, ended, address };
}
