import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fromRoot } from '../project/files.ts';

export interface Migration {
  /** File name without its ending, e.g. `20261121000000_early_access`. */
  name: string;
  sql: string;
}

/** Every migration in a folder of the project, oldest first. */
export const readSqlFiles = (folder: string): Migration[] =>
  readdirSync(fromRoot(folder))
    .sort()
    .map((file) => ({
      name: basename(file, '.sql'),
      sql: readFileSync(fromRoot(`${folder}/${file}`), 'utf8'),
    }));
