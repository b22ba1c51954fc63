import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

const secretBytes = 32;

/**
 * The key of visitor hashes, made once and kept beside the data, so that a restart forgets no limit.
 * To be called by the holder of the directory’s lock only.
 */
export async function keptSecret(directory: string): Promise<string> {
  const file = join(directory, 'ip-hash-secret');
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept.length >= secretBytes) return kept;
  const fresh = randomBytes(secretBytes).toString('hex');
  const handle = await open(`${file}.unfinished`, 'w', 0o600);
  await handle.writeFile(fresh);
  await handle.sync().finally(() => handle.close());
  await rename(`${file}.unfinished`, file);
  return fresh;
}
