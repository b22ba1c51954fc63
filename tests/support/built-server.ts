import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { locations } from '../../shared/locations.ts';
import { type Running, start } from './running-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The server as it is shipped. */
export const serverEntry = `${root}/${locations.server}/index.js`;

/** Whether `npm run build` has been run. In CI it has, and a missing build is a failure. */
export const isBuilt = existsSync(serverEntry) || Boolean(process.env.CI);

/** A backend that is never called: pages need no database. */
const noBackend = { SUPABASE_URL: 'http://127.0.0.1:9', SUPABASE_PUBLISHABLE_KEY: 'unused' };

/** Starts the built server on a free port, for its pages alone. Rejects where it ends before it listens. */
export const startPages = (environment: Record<string, string> = {}): Promise<Running> =>
  start(serverEntry, { PORT: '0', NODE_ENV: 'test', ...noBackend, ...environment });
