import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildFacts, locations } from '../../shared/locations.ts';
import { fromRoot } from './root.ts';

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** What the build left for us in a folder; without one, nothing is known. */
export function readBuildFacts(root: string | null): BuildFacts {
  const file = root === null ? '' : join(root, locations.facts);
  return existsSync(file) ? readJson(file) : { shareImages: {}, lastModified: {} };
}

/** The version in package.json. */
export const readVersion = (): string => readJson(fromRoot('package.json')).version;
