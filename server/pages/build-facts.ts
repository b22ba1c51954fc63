import { existsSync, readFileSync } from 'node:fs';
import type { BuildFacts } from '../../shared/build-facts.ts';

/** Reads what the build left for us; without a build, as in development, there is nothing to know. */
export const readBuildFacts = (file: string | undefined): BuildFacts =>
  file !== undefined && existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { shareImages: {}, lastModified: {} };
