import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildFacts, locations } from '../../shared/build-output.ts';

/** This file lies as deep in `server/project/` as its bundle does in `dist/server/` or `dist/cli/`. */
const root = join(import.meta.dirname, '../..');

/** @returns the absolute path of something named relative to the project’s root. */
export const fromRoot = (path: string): string => join(root, path);

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** What the build left for us in a folder; without one, nothing is known. */
export function readBuildFacts(folder: string | null): BuildFacts {
  const file = folder === null ? '' : join(folder, locations.facts);
  return existsSync(file) ? readJson(file) : { shareImages: {}, lastModified: {} };
}

export const readVersion = (): string => readJson(fromRoot('package.json')).version;

export type Migration = ReturnType<typeof readSqlFiles>[number];

/** Every migration in a folder of the project, oldest first. */
export const readSqlFiles = (folder: string) =>
  readdirSync(fromRoot(folder))
    .sort()
    .map((file) => ({
      /** E.g. `20261121000000_early_access`. */
      name: basename(file, '.sql'),
      sql: readFileSync(fromRoot(`${folder}/${file}`), 'utf8'),
    }));
