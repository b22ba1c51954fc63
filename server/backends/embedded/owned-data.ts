import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../log.ts';
import { type EmbeddedDatabase, openDatabase } from './database.ts';
import { initialise } from './initialise.ts';
import { keptSecret } from './kept-secret.ts';
import { lockDirectory } from './lock.ts';

/** A data directory that this process alone has, and its open database. */
export interface OwnedData {
  directory: string;
  database: EmbeddedDatabase;
  ipHashSecret: string;
  /** Closes the database and lets go of the directory. */
  close(): Promise<void>;
}

/** Opens what lies in a directory that is locked already. */
async function openLocked(
  directory: string,
  log: Pick<Logger, 'warn'>,
  onCrash: (error: Error) => void,
) {
  const { setAside, finish } = await initialise(directory);
  if (setAside) log.warn({ setAside }, 'a half-initialised database was set aside');
  const ipHashSecret = await keptSecret(directory);
  const database = await openDatabase(join(directory, 'pglite'), onCrash);
  await finish();
  return { ipHashSecret, database };
}

/**
 * Takes the lock of a data directory and opens its database, making both where there are none.
 * Rejects, holding nothing, where another process has it or the database cannot be opened.
 */
export async function ownData(
  directory: string,
  log: Pick<Logger, 'warn'>,
  onCrash: (error: Error) => void,
): Promise<OwnedData> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const lock = await lockDirectory(directory);
  try {
    const { database, ipHashSecret } = await openLocked(directory, log, onCrash);
    const close = async () => {
      await database.close().finally(() => lock.release());
    };
    return { directory, database, ipHashSecret, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}
