import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../../server/config.ts';
import { locations } from '../../shared/locations.ts';

const sources = ['client', 'server', 'shared', 'vite.config.ts', 'package.json'];
const results = [locations.facts, `${locations.server}/index.js`, `${locations.pages}/home.html`];

function newest(path: string): number {
  if (!existsSync(path)) return 0;
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const inside = readdirSync(path).filter((name) => !name.includes('.test.'));
  return Math.max(mtimeMs, ...inside.map((name) => newest(join(path, name))));
}

/** When any of these, or anything inside, last changed: milliseconds since 1970; 0 where nothing is there. */
export const lastChanged = (paths: readonly string[]): number =>
  Math.max(...paths.map((path) => newest(fromRoot(path))));

/** Whether the site has to be built before it can be shown. Where there is no source, what is there will do. */
export function isStale(): boolean {
  const built = results.map((path) => fromRoot(path));
  if (!built.every((path) => existsSync(path))) return true;
  if (!existsSync(fromRoot('client'))) return false;
  return lastChanged(sources) > Math.min(...built.map((path) => statSync(path).mtimeMs));
}
