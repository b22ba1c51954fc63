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

/** Many sign-ups in one statement. Parameter: a JSON list of `{attempt, signup}`; answers in its order. */
export const saveManyStatement = `
  select public.secure_signup_save(
    asked.one -> 'attempt' ->> 'visitorHash',
    (asked.one -> 'attempt' ->> 'limitPerHour')::integer,
    nullif(asked.one -> 'signup', 'null')
  ) as answer
  from jsonb_array_elements($1::jsonb) with ordinality as asked (one, place)
  order by asked.place`;
