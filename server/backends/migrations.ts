import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromRoot } from '../root.ts';

/** The SQL of every migration, oldest first: the files that Supabase applies, as they are. */
export async function readMigrations(): Promise<string[]> {
  const folder = fromRoot('supabase/migrations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

/** The one statement of a sign-up. Parameters: visitor hash, visitor limit, sign-up as JSON. */
export const saveStatement =
  'select public.secure_signup_save($1::text, $2::integer, $3::jsonb) as answer';
