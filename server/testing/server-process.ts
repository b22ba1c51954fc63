import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../project/files.ts';

export interface ServerProcess {
  child: ChildProcess;
  /** Everything that it has printed so far. */
  output(): string;
  /** Where it listens; rejects when it ends before it does. */
  address(): Promise<string>;
  /** Its exit code. */
  ended: Promise<number | null>;
}

/**
 * The real server as a process of its own, with no `.env` and an empty `DATA_DIR`. It serves what `npm run build` has
 * made; without that it ends with a message that says so.
 */
export function startServerProcess(environment: Record<string, string>): ServerProcess {
  const directory = mkdtempSync(join(tmpdir(), 'deckwright-server-'));
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fromRoot('server/index.ts')],
    {
      env: { PORT: '0', DATA_DIR: directory, ENV_FILE: devNull, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  const ended = once(child, 'close').then(([code]) => {
    rmSync(directory, { recursive: true, force: true });
    return code as number | null;
  });
  const found = () => /"address":"([^"]+)"/.exec(printed)?.[1];
  return {
    child,
    output: () => printed,
    ended,
    async address() {
      while (found() === undefined && child.exitCode === null) {
        await Promise.race([once(child.stdout, 'data'), ended]);
      }
      const address = found();
      if (address === undefined) throw new Error(printed);
      return address;
    },
  };
}
