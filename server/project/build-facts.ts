import { existsSync, readFileSync } from 'node:fs';
import type { BuildFacts } from '../../shared/locations.ts';
import { fromRoot } from './root.ts';

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** What the build left for us; from source, nothing is known. */
export const readBuildFacts = (file: string | undefined): BuildFacts =>
  file !== undefined && existsSync(file) ? readJson(file) : { shareImages: {}, lastModified: {} };

/** The version in package.json. */
export const readVersion = (): string => readJson(fromRoot('package.json')).version;
