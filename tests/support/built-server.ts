import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { locations } from '../../shared/locations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The server as it is shipped. */
export const serverEntry = `${root}/${locations.server}/index.js`;

/** Whether `npm run build` has been run. In CI it has, and a missing build is a failure. */
export const isBuilt = existsSync(serverEntry) || Boolean(process.env.CI);
