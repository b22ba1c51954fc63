import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fromRoot } from '../project/files.ts';

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
