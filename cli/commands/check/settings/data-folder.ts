import { accessSync, constants, existsSync, lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { findLeftovers } from '../../../../server/stores/maintenance/search.ts';
import { requireWhole } from '../../../../server/stores/sqlite/errors.ts';
import {
  explainSqliteError,
  foreignOwner,
  remedyForMissing,
} from '../../../../server/stores/sqlite/explain.ts';
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

export const notAFolder = (path: string): Verdict => ({
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
