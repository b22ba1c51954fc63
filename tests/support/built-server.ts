import { setTimeout } from 'node:timers/promises';
import { fromRoot } from '../../server/project/files.ts';
import { locations } from '../../shared/build-output.ts';
import { type Running, start } from './running-server.ts';

/** The server and the site as they are shipped. */
export const serverEntry = fromRoot(`${locations.server}/index.js`);
export const clientFolder = fromRoot(locations.client);

/** A backend that is never called: pages need no database. */
const noBackend = { SUPABASE_URL: 'http://127.0.0.1:9', SUPABASE_PUBLISHABLE_KEY: 'unused' };

/** Starts the built server on a free port, for its pages alone. Rejects where it ends before it listens. */
export const startPages = (environment: Record<string, string> = {}): Promise<Running> =>
  start(serverEntry, { PORT: '0', NODE_ENV: 'test', ...noBackend, ...environment });

/** Starts it over the SQLite file in a folder, or over what is said otherwise. It may wait for its data yet. */
export function startOn(
  directory: string,
  environment: Record<string, string> = {},
  wrapper: string[] = [],
): Promise<Running> {
  const limits = { SIGNUP_LIMIT_PER_VISITOR_HOUR: '1000000' };
  const settings = { PORT: '0', DATA_DIR: directory, ...limits, ...environment };
  return start(serverEntry, settings, [], wrapper);
}

const patienceMs = 60_000;

/** Resolves once a server is there and takes sign-ups; rejects where it ends, or does not come to that. */
export async function ready({
  url,
  ending = () => null,
}: Pick<Running, 'url'> & Partial<Running>): Promise<void> {
  const late = performance.now() + patienceMs;
  for (;;) {
    const reason = await fetch(`${url}/readyz`).then(
      (response) => (response.ok ? null : response.text()),
      (error: Error) => `${url}: ${error.cause}`,
    );
    if (reason === null) return;
    const ended = ending();
    if (ended !== null) throw new Error(`${url} ${ended}`);
    if (performance.now() > late) throw new Error(`not ready: ${reason}`);
    await setTimeout(50);
  }
}

/** The same server, ready. */
export async function startReady(...parameters: Parameters<typeof startOn>): Promise<Running> {
  const server = await startOn(...parameters);
  await ready(server);
  return server;
}
