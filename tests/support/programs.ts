import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian keeps servers, which is on the PATH of root alone. */
const folders = `${process.env.PATH}${delimiter}/usr/sbin`.split(delimiter);

/** The first of these programs that is installed. */
export const findProgram = (...names: string[]): string | undefined =>
  folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((program) => existsSync(program));
