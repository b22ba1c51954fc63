import { join, normalize } from 'node:path';
import { locations } from '../shared/locations.ts';

/** Bundled, this module lies in the build’s folder of the server or of the terminal; from source, in `server/`. */
const isBundled = [locations.server, locations.cli].some((folder) =>
  import.meta.dirname.endsWith(normalize(folder)),
);
const root = join(import.meta.dirname, isBundled ? '../..' : '..');

/** @returns the absolute path of something named relative to the project’s root. */
export const fromRoot = (path: string): string => join(root, path);
