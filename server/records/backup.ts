import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { RecordsAnswer } from '../../shared/records.ts';
import { RecordsError, type RecordsOwner } from './owner.ts';

const cannotWrite = (file: string, { message }: Error): RecordsError =>
  new RecordsError(
    'cannot_write',
    `${file} cannot be written: ${message}`,
    'Name a file in a folder that is there, has room, and is open to the owner of the data.',
  );

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${file}.unfinished`;
  const handle = await open(unfinished, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  const folder = await open(dirname(file));
  await folder.sync().finally(() => folder.close());
}

async function refuseExisting(file: string): Promise<void> {
  const handle = await open(file, 'r').catch(() => null);
  if (!handle) return;
  await handle.close();
  throw new RecordsError('file_exists', `${file} exists already.`, 'Name a file that does not.');
}

/** Writes the embedded data to a gzipped tar while sign-ups go on; the file appears only when it is whole. */
export async function* backup(owner: RecordsOwner, file: string): AsyncGenerator<RecordsAnswer> {
  if (!owner.dump) {
    throw new RecordsError(
      'not_embedded',
      'These sign-ups live in PostgreSQL, which has its own backup.',
      'Use pg_dump "$DATABASE_URL" --schema=deckwright.',
    );
  }
  const path = resolve(file);
  await refuseExisting(path);
  const [counted] = await owner.query(
    'select count(*)::integer as signups from deckwright.signups',
  );
  const bytes = await owner.dump();
  await writeDurably(path, bytes).catch((error: Error) => {
    throw cannotWrite(path, error);
  });
  yield { done: { file: path, bytes: bytes.byteLength, atLeast: Number(counted?.signups) } };
}
