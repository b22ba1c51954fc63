import { join } from 'node:path';

/** This file lies as deep in `server/project/` as its bundle does in `dist/server/` or `dist/cli/`. */
const root = join(import.meta.dirname, '../..');

/** @returns the absolute path of something named relative to the project’s root. */
export const fromRoot = (path: string): string => join(root, path);
