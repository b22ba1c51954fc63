import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { locations } from '../../shared/locations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const entry = `${root}/${locations.server}/index.js`;

/** Whether `npm run build` has been run. In CI it has, and a missing build is a failure. */
export const isBuilt = existsSync(entry) || Boolean(process.env.CI);

export interface RunningServer {
  /** Where it listens, e.g. `http://127.0.0.1:49152`. */
  address: string;
  stop(): Promise<void>;
}

/** A backend that is never called: the head needs no database. */
const noBackend = { SUPABASE_URL: 'http://127.0.0.1:9', SUPABASE_PUBLISHABLE_KEY: 'unused' };

/** Starts the built server on a free port. Rejects where it ends before it listens. */
export async function startServer(environment: NodeJS.ProcessEnv): Promise<RunningServer> {
  const child = spawn(process.execPath, [entry], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', NODE_ENV: 'test', ...noBackend, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /"address":"([^"]+)"/.exec(line)?.[1];
    if (!address) continue;
    child.stdout.resume();
    const stop = async () => {
      child.kill('SIGTERM');
      await ended;
    };
    return { address, stop };
  }
  throw new Error('The server ended before it listened.');
}
