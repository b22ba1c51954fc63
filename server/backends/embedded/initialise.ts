import { access, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Stands beside the data from before its first file is made until it is whole. */
const markerName = 'pglite.initialising';

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function isEmpty(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch(() => []);
  return names.length === 0;
}

/** What every PostgreSQL data folder has, and one whose making or unpacking broke off may not. */
const isWhole = async (data: string): Promise<boolean> =>
  (await exists(join(data, 'PG_VERSION'))) && (await exists(join(data, 'global', 'pg_control')));

/** Makes names in a folder survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

async function setAside(data: string): Promise<string> {
  const aside = `${data}.half-initialised-${new Date().toISOString().replaceAll(':', '-')}`;
  await rename(data, aside);
  return aside;
}

export interface Initialisation {
  /** Where a half-made data folder lies now; it is never deleted. */
  setAside: string | null;
  /** To be called once the data is whole, before the first sign-up is taken. */
  finish(): Promise<void>;
}

/**
 * Makes `pglite` in the directory ready to be opened: nothing of it is left from a first start that was killed.
 * A marker tells such a folder from a good one. To be called by the holder of the lock only.
 */
export async function initialise(directory: string): Promise<Initialisation> {
  const data = join(directory, 'pglite');
  const marker = join(directory, markerName);
  const isNew = await isEmpty(data);
  const isHalf = !isNew && ((await exists(marker)) || !(await isWhole(data)));
  const aside = isHalf ? await setAside(data) : null;
  if (!isNew && !isHalf) return { setAside: null, finish: async () => {} };
  await writeFile(marker, '');
  await syncFolder(directory);
  await mkdir(data, { recursive: true, mode: 0o700 });
  return {
    setAside: aside,
    finish: async () => {
      await rm(marker);
      await syncFolder(directory);
    },
  };
}
