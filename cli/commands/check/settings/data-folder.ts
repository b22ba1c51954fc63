import { accessSync, constants, existsSync, lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { erasureLogPath } from '../../../../server/stores/erasure-log.ts';
import { findLeftovers } from '../../../../server/stores/maintenance/search.ts';
import {
  explainSqliteError,
  foreignOwner,
  remedyForMissing,
  requireWhole,
} from '../../../../server/stores/sqlite/errors.ts';
import { openSignups, ownedPath, signupsPath } from '../../../../server/stores/sqlite/open.ts';
import { findLoosePermissions } from '../../../../server/stores/sqlite/permissions.ts';
import { StoreError } from '../../../../server/stores/store-error.ts';
import type { Verdict } from '../report.ts';

/** Returns the folder itself, or the nearest folder above it that exists. */
export const nearestExisting = (path: string): string =>
  existsSync(path) ? path : nearestExisting(dirname(path));

/** Returns the link to nothing through which a path leads; undefined when there is none. */
const brokenLink = (path: string): string | undefined => {
  if (existsSync(path)) return undefined;
  return lstatSync(path, { throwIfNoEntry: false }) ? path : brokenLink(dirname(path));
};

/** The functions by which the judgement asks the system about this user, the owner of a folder, and the sign-ups. */
export const system = {
  getUser: () => process.getuid?.(),
  access: accessSync,
  foreignOwner,
  openSignups,
};
export type System = typeof system;

const notAFolder = (path: string): Verdict => ({
  problem: `${path} is not a folder`,
  remedy: 'Name a folder, or one to be made.',
});

/** Judges whether the server can keep its data in a folder. The folder may not exist yet. Creates nothing. */
export function judgeDataFolder(
  folder: string,
  { getUser, access, foreignOwner, openSignups }: System = system,
): Verdict {
  const may = (path: string, mode: number): boolean => {
    try {
      access(path, mode);
      return true;
    } catch {
      return false;
    }
  };
  const isWritable = (path: string): boolean => may(path, constants.W_OK | constants.X_OK);
  const nearest = nearestExisting(folder);
  const user = getUser();
  if (!statSync(nearest).isDirectory()) {
    return notAFolder(nearest);
  }
  if (!may(nearest, constants.X_OK)) {
    return {
      problem: `user ${user} may not enter ${nearest}`,
      remedy: 'Set DATA_DIR to a folder that lies elsewhere.',
    };
  }
  const broken = brokenLink(folder);
  if (broken) {
    return {
      problem: `${broken} is a link to nothing`,
      remedy: 'Make the folder that it names, mount its disk, or set DATA_DIR to another folder.',
    };
  }
  if (nearest !== folder && !isWritable(nearest)) {
    return {
      problem: `${folder} is not there, and user ${user} may not make it`,
      remedy: remedyForMissing(folder),
    };
  }
  const foreign = foreignOwner(ownedPath(folder));
  if (foreign) {
    return {
      [isWritable(folder) ? 'warning' : 'problem']: foreign,
      remedy:
        'Run server and terminal as that user, or set DATA_DIR to a folder of the present user.',
    };
  }
  return existsSync(signupsPath(folder)) ? judgeFile(folder, openSignups) : {};
}

/** Judges whether erasures can be recorded in the folder of the backups, and read there. Creates nothing. */
export function judgeBackupFolder(folder: string, access: System['access'] = accessSync): Verdict {
  const nearest = nearestExisting(folder);
  if (!statSync(nearest).isDirectory()) return notAFolder(nearest);
  const user = process.getuid?.();
  const { R_OK, W_OK, X_OK } = constants;
  const log = erasureLogPath(folder);
  const problemOf = (path: string) =>
    `${path} cannot be read and written by user ${user}, so that a restore would not know of erasures`;
  try {
    access(nearest, nearest === folder ? R_OK | W_OK | X_OK : W_OK | X_OK);
  } catch {
    const remedy = `Run as root: \`install -d -o ${user} -m 700 ${folder}\`, or mount its disk.`;
    return { problem: problemOf(nearest), remedy };
  }
  try {
    if (!existsSync(log)) return {};
    if (statSync(log).isDirectory()) {
      const remedy = 'Move this folder elsewhere. The server makes a file in its place.';
      return { problem: `${log} is a folder, so that no erasure can be recorded there`, remedy };
    }
    access(log, R_OK | W_OK);
    return {};
  } catch {
    const remedy = `Run as root: \`chown ${user} ${log} && chmod 600 ${log}\`.`;
    return { problem: problemOf(log), remedy };
  }
}

/** Warns when other users of this machine may open the file or write to its folder. */
function judgePermissions(path: string): Verdict {
  const found = findLoosePermissions(path);
  if (found.length === 0) return {};
  return {
    warning: found.map(({ problem }) => problem).join('; '),
    remedy: `Run: ${found.map(({ command }) => command).join(' && ')}`,
  };
}

/** Warns of files in the data folder that hold addresses and that operators easily forget. */
function judgeLeftovers(path: string): Verdict {
  const { abandoned, copies } = findLeftovers(path);
  const warnings = [
    ...(abandoned.length > 0 ? [`${abandoned.join(' and ')}: left by a killed command`] : []),
    ...(copies.length > 0 ? [`${copies.join(' and ')}: a copy that holds addresses`] : []),
  ];
  if (warnings.length === 0) return {};
  const remedy =
    'The next `signups` command removes what a killed command left. Remove a copy that you do not need, such as that of a rehearsal.';
  return { warning: warnings.join('; '), remedy };
}

/** Joins two verdicts that only warn. */
function both(one: Verdict, other: Verdict): Verdict {
  const join = (texts: (string | undefined)[], by: string) => texts.filter(Boolean).join(by);
  const warning = join([one.warning, other.warning], '; ');
  return warning ? { warning, remedy: join([one.remedy, other.remedy], ' ') } : {};
}

/** Judges whether the database file in a folder can be opened and is undamaged. Reads the whole file, and changes nothing. */
function judgeFile(folder: string, openSignups: System['openSignups']): Verdict {
  try {
    const signups = openSignups(folder, { create: false });
    try {
      requireWhole(signups);
    } finally {
      signups.close();
    }
    return both(judgePermissions(signupsPath(folder)), judgeLeftovers(signupsPath(folder)));
  } catch (error) {
    const explained = explainSqliteError(error, signupsPath(folder));
    const { problem, remedy } =
      explained instanceof StoreError ? explained : { problem: explained.message };
    return { problem, remedy: remedy ?? 'Read the server’s log.' };
  }
}
