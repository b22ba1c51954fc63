import { readFileSync } from 'node:fs';
import pRetry from 'p-retry';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { locations } from '../../shared/build-output.ts';
import { type RunningProgram, startProgram } from '../../shared/testing/start-process.ts';

type Environment = Record<string, string>;

export interface Running extends RunningProgram {
  url: string;
}

/** The built server and the built site. */
export const serverEntry = fromRoot(`${locations.server}/index.js`);
export const clientFolder = fromRoot(locations.client);

/** The flag for V8 with which `npm start`, the image and the systemd unit start the server. */
export const serverFlag = '--max-semi-space-size=4';

/** Starts a script in Node. Does not wait until the script listens. */
export const startNode = (words: string[], environment: Environment, wrapper: string[] = []) =>
  startProgram([...wrapper, process.execPath, ...words], {
    ...process.env,
    NODE_ENV: 'production',
    SHUTDOWN_DELAY_MS: '0',
    PORT: '0',
    SIGNUP_LIMIT_PER_VISITOR_HOUR: '1000000',
    ...environment,
  });

/**
 * Starts the built server on a free port, and waits until the server listens. The backend may not be open yet.
 * @param wrapper the command that starts Node, for example in a control group.
 * @param entry the server of another checkout.
 */
export async function start(
  environment: Environment,
  wrapper?: string[],
  entry = serverEntry,
): Promise<Running> {
  const server = startNode([serverFlag, entry], environment, wrapper);
  return { ...server, url: await server.address() };
}

/** Starts the server for tests of pages. The server never calls its backend, because pages need no database. */
export const startPages = (environment: Environment = {}): Promise<Running> =>
  start({
    NODE_ENV: 'test',
    SUPABASE_URL: 'http://127.0.0.1:9',
    SUPABASE_PUBLISHABLE_KEY: 'unused',
    ...environment,
  });

/** Resolves when a server is ready for sign-ups. Rejects after 60 s with the answer of /readyz. */
export const ready = ({ url }: { url: string }, everyMs = 50): Promise<void> =>
  pRetry(
    async () => {
      const response = await fetch(`${url}/readyz`);
      if (!response.ok) throw new Error(`${url} is not ready: ${await response.text()}`);
    },
    { retries: Infinity, minTimeout: everyMs, maxTimeout: everyMs, maxRetryTime: 60_000 },
  );

/** Starts the server on the SQLite file in a folder, or on the backend in `environment`. Waits until the server is ready. */
export async function startReady(
  DATA_DIR: string,
  environment: Environment = {},
  wrapper?: string[],
  entry = serverEntry,
): Promise<Running> {
  const server = await start({ DATA_DIR, ...environment }, wrapper, entry);
  await ready(server);
  return server;
}

/** Returns the resident memory of a process in MiB, from the kernel: the present one, or with `VmHWM` the highest. */
export function memoryMiB({ child }: Pick<RunningProgram, 'child'>, name = 'VmRSS'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}
