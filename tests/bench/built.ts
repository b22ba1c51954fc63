import { existsSync } from 'node:fs';

/** Where `npm run build` puts what the benches run. */
export const serverEntry = new URL('../../dist/server/index.js', import.meta.url).pathname;
export const clientFolder = new URL('../../dist/client', import.meta.url).pathname;

/** Ends the bench with a remedy when there is nothing to measure. */
export function requireBuild(): void {
  if (existsSync(serverEntry) && existsSync(clientFolder)) return;
  process.stderr.write('Nothing is built yet: run `npm run build` first.\n');
  process.exit(1);
}
