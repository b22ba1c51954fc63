import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project’s root: the nearest folder above this file with a package.json, bundled or not. */
function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('No package.json above the terminal: where is the project?');
  return findRoot(parent);
}

/** @returns the absolute path of something named relative to the project’s root. */
export const fromRoot = (path: string): string => join(findRoot(import.meta.dirname), path);
