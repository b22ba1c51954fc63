import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  explainSqliteError,
  foreignOwner,
  requireWhole,
} from '../../../server/stores/sqlite/errors.ts';
import { openSignups, signupsPath } from '../../../server/stores/sqlite/open.ts';
import { StoreError } from '../../../server/stores/store-error.ts';
import type { Verdict } from './report.ts';

/** The folder itself or, before the first start, the one in which it would be made. */
export const nearestExisting = (path: string): string =>
  existsSync(path) ? path : nearestExisting(dirname(path));

function may(folder: string, access: number): boolean {
  try {
    accessSync(folder, access);
    return true;
  } catch {
    return false;
  }
}

const isWritable = (folder: string): boolean => may(folder, constants.W_OK | constants.X_OK);

/** What keeps the data out of its folder, which may not be there yet. */
export function judgeDataFolder(folder: string): Verdict {
  const nearest = nearestExisting(folder);
  const user = process.getuid?.();
  if (!statSync(nearest).isDirectory()) {
    return { problem: `${nearest} is not a folder`, remedy: 'Name a folder, or one to be made.' };
  }
  if (!may(nearest, constants.X_OK)) {
    return {
      problem: `user ${user} may not enter ${nearest}`,
      remedy: 'Set DATA_DIR to a folder that lies elsewhere.',
    };
  }
  if (nearest !== folder && !isWritable(nearest)) {
    return {
      problem: `${folder} is not there, and user ${user} may not make it`,
      remedy: `As root: install -d -o ${user} -m 700 ${folder}`,
    };
  }
  const foreign = nearest === folder ? foreignOwner(folder) : undefined;
  if (foreign) {
    return {
      [isWritable(folder) ? 'warning' : 'problem']: foreign,
      remedy: 'Run server and terminal as that user, or set DATA_DIR to a folder of this one’s.',
    };
  }
  return existsSync(signupsPath(folder)) ? judgeFile(folder) : {};
}

/** Whether the file in it can be opened, and is whole: it is read to its end, and nothing is changed. */
function judgeFile(folder: string): Verdict {
  try {
    const signups = openSignups(folder, { create: false });
    try {
      requireWhole(signups);
    } finally {
      signups.close();
    }
    return {};
  } catch (error) {
    const explained = explainSqliteError(error, signupsPath(folder));
    const { problem, remedy } =
      explained instanceof StoreError ? explained : { problem: explained.message };
    return { problem, remedy: remedy ?? 'Read the server’s log.' };
  }
}
