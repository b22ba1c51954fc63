import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildFacts, locations } from '../../shared/build-output.ts';

/** Returns what the build wrote down about itself in a folder. Without a build, the facts are empty. */
export function readBuildFacts(folder: string | null): BuildFacts {
  const file = folder === null ? '' : join(folder, locations.facts);
  return existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { shareImages: {}, lastModified: {} };
}
