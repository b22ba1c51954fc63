import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ownerLockName } from '../../shared/records.ts';

export interface FolderVerdict {
  problem: string;
  remedy: string;
}

/** The folder itself or, before the first start, the one in which it would be made. */
const nearestExisting = (path: string): string =>
  existsSync(path) ? path : nearestExisting(dirname(path));

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether a living process holds the lock. Looking takes no lock away from anybody. */
export function isLocked(folder: string): boolean {
  const path = join(folder, ownerLockName);
  if (!existsSync(path)) return false;
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    file.exec('PRAGMA busy_timeout = 0; SELECT count(*) FROM sqlite_schema');
    return false;
  } catch {
    return true;
  } finally {
    file.close();
  }
}

/**
 * What keeps the embedded database out of its folder; null when nothing does.
 * @param ownerAnswers whether the process that holds the lock is a server that answers.
 */
export function judgeDataFolder(dataDir: string, ownerAnswers: boolean): FolderVerdict | null {
  const folder = resolve(dataDir);
  const nearest = nearestExisting(folder);
  if (!statSync(nearest).isDirectory()) {
    return { problem: `${nearest} is not a folder`, remedy: 'Name a folder, or one to be made.' };
  }
  if (!isWritable(nearest)) {
    return {
      problem: `${nearest} is not writable for this user`,
      remedy: 'Give the folder to the user that runs the server, or name another.',
    };
  }
  if (isLocked(folder) && !ownerAnswers) {
    return {
      problem: 'is locked by another process that does not answer',
      remedy:
        'Stop that process (`fuser` or `lsof` on owner.lock names it), or name another folder.',
    };
  }
  return null;
}
