import { join } from 'node:path';
import { inUseCode, ownerLockName } from '../../../shared/records.ts';

export interface DirectoryLock {
  release(): void;
}

/** SQLITE_BUSY: somebody else has it. Anything else, such as a read-only disk, is not that. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === 5;

/** Whether somebody else has the lock: what {@link lockDirectory} throws then. */
export const isInUse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === inUseCode;

/**
 * Takes the one lock of a data directory, or throws.
 * PGlite has none of its own. This one is an exclusive transaction on an empty SQLite file, which is a
 * lock of the operating system: a live holder cannot lose it, and a dead one, however it died, cannot
 * keep it. A file with a process id in it would do neither, least of all in containers, where every
 * process is number 1.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const { DatabaseSync } = await import('node:sqlite');
  const file = new DatabaseSync(join(directory, ownerLockName));
  try {
    file.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (!isBusy(error)) throw error;
    const message = `${directory} is in use by another process: stop it, or set DATA_DIR to another folder`;
    throw Object.assign(new Error(message), { code: inUseCode });
  }
  return { release: () => file.close() };
}
