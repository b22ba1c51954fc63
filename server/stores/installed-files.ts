import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildFacts, locations } from '../../shared/build-output.ts';

/** This file lies as deep below the project’s root as its bundles in `dist/server/` and `dist/cli/` do. */
const root = join(import.meta.dirname, '../..');

/** Returns the absolute path of a file that is named relative to the project’s root. */
export const fromRoot = (path: string): string => join(root, path);

/**
 * The folder of `.env` and of a relative `DATA_DIR`: the project’s root. Where npm has installed this package, the folder
 * is that of the project that depends on it, because npm replaces what is under `node_modules`.
 */
export const operatorsFolder = root.split(/[\\/]node_modules[\\/]/, 1)[0] ?? root;

/** Returns the version in package.json. */
export const readVersion = (): string =>
  JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')).version;

/** Returns what the build wrote down about itself in a folder. Without a build, the facts are empty. */
export function readBuildFacts(folder: string | null): BuildFacts {
  const file = folder === null ? '' : join(folder, locations.facts);
  return existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { shareImages: {}, lastModified: {} };
}

/** A file of SQL: its name without the ending, such as `20261121000000_early_access`, and its text. */
export interface Migration {
  name: string;
  sql: string;
}

/** Returns every migration in a folder of the project, oldest first. */
export const readMigrationFiles = (folder: string): Migration[] =>
  readdirSync(fromRoot(folder))
    .sort()
    .map((file) => ({
      name: basename(file, '.sql'),
      sql: readFileSync(fromRoot(`${folder}/${file}`), 'utf8'),
    }));
