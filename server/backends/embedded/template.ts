import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/**
 * An empty database as the build has made it, beside the bundle. Making one anew runs PostgreSQL's initdb,
 * which takes three times as long and a gigabyte of memory; from source, where there is none, it does.
 */
const templateName = 'embedded-template.tar.gz';

/** Makes the template. To be called by the build. */
export async function writeTemplate(folder: string): Promise<void> {
  const database = await PGlite.create();
  const dump = await database.dumpDataDir('gzip');
  await database.close();
  await writeFile(join(folder, templateName), new Uint8Array(await dump.arrayBuffer()));
}

/**
 * @param build where the template lies; beside this code, when not given.
 * @returns what to unpack into a folder before opening it: nothing, once it holds data.
 */
export async function templateFor(
  directory: string,
  build = import.meta.dirname,
): Promise<Blob | undefined> {
  const names = await readdir(directory).catch(() => []);
  if (names.length > 0) return undefined;
  const template = await readFile(join(build, templateName)).catch(() => null);
  return template ? new Blob([template]) : undefined;
}
