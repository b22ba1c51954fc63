import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fromRoot } from '../../server/stores/installed-files.ts';

/** The folder into which `npm run test:programs` unpacks packages. */
export const unpackedPrograms = fromRoot('.cache/programs');

/** The folder with a command for each unpacked program. */
export const broughtPrograms = join(unpackedPrograms, 'bin');

/** Debian keeps servers in /usr/sbin, which is on the PATH of root alone. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', broughtPrograms];

/** Returns the path of the first of these programs that is installed or brought, or undefined. */
export const findProgram = (...names: string[]): string | undefined =>
  folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((program) => existsSync(program));
