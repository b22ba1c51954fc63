import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fromRoot } from '../../project/root.ts';

export interface Migration {
  /** File name without its ending, e.g. `20261121000000_early_access`. */
  name: string;
  sql: string;
}

/** Every migration, oldest first: the files that Supabase applies, as they are. */
export async function readMigrations(
  folder = fromRoot('supabase/migrations'),
): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => ({
      name: basename(file, '.sql'),
      sql: await readFile(join(folder, file), 'utf8'),
    })),
  );
}
