import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { operatorsFolder } from '../installed-files.ts';
import { StoreError } from '../store-error.ts';

/** Primary result codes (sqlite.org/rescode.html). An extended code has its primary code in the low byte. */
const codes = {
  error: 1,
  busy: 5,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  tooBig: 18,
  constraint: 19,
  mismatch: 20,
  range: 25,
  notADb: 26,
};

/** Returns SQLite’s code of an error, or of the error that a StoreError explains. */
const primaryCode = (error: unknown): number => {
  const { errcode, cause } = Object(error);
  return Number(errcode ?? Object(cause).errcode) & 0xff;
};

export const isSqliteError = (error: unknown): boolean => Object(error).errcode !== undefined;

export const isDiskFull = (error: unknown): boolean =>
  Object(error).code === 'ENOSPC' || primaryCode(error) === codes.full;

export const isBusy = (error: unknown): boolean => primaryCode(error) === codes.busy;

export const isDamage = (error: unknown): boolean =>
  [codes.corrupt, codes.notADb].includes(primaryCode(error));

const rowCodes = [codes.error, codes.tooBig, codes.constraint, codes.mismatch, codes.range];

/** Returns whether an error is about the values of one row, and not about the file: the other rows can still be written. */
export const isRowError = (error: unknown): boolean =>
  !isSqliteError(error) || rowCodes.includes(primaryCode(error));

/** Reads the whole file. Throws when a page of the file is damaged. */
export function requireWhole(database: DatabaseSync): void {
  const problem = database.prepare('pragma quick_check(1)').get()?.quick_check;
  if (problem === 'ok') return;
  throw Object.assign(new Error(`it is damaged: ${problem}`), { errcode: codes.corrupt });
}

/** Returns who owns a file or folder when this process runs as another user; otherwise, or where there is none, undefined. */
export function foreignOwner(path: string): string | undefined {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid;
  const user = process.getuid?.();
  if (owner === undefined || user === undefined || owner === user) return undefined;
  return `${path} belongs to user ${owner}, and this is user ${user}`;
}

/**
 * Returns what the operator should do when a folder is missing and this process may not make it. Does not propose to
 * make a folder inside the release, because the next release has another folder.
 */
export function remedyForMissing(folder: string): string {
  const user = process.getuid?.();
  const make = `install -d -o ${user} -m 700`;
  return folder.startsWith(join(operatorsFolder, sep))
    ? `Set DATA_DIR to a folder outside ${operatorsFolder}, because an upgrade replaces that folder. To make one, as root: \`${make} /var/lib/deckwright\`.`
    : `Set DATA_DIR to a folder that user ${user} may write to, or make this one as root where user ${user} may enter: \`${make} ${folder}\`.`;
}

/** Returns what the operator should do when this process may not write to a folder. */
function remedyForWriting(folder: string): string {
  const user = process.getuid?.();
  if (!existsSync(folder)) return remedyForMissing(folder);
  const foreign = user === 0 ? undefined : foreignOwner(folder);
  if (!foreign)
    return 'Its disk is read-only, or the mode of the file or of its folder forbids it.';
  return `${foreign}: run it as that user, or set DATA_DIR to a folder of this user.`;
}

/** Bytes that SQLite needs for the index of its write-ahead log. */
const walIndexBytes = 32_768;

/** Returns whether a disk has no room for the index of the log. SQLite then reports a failure of the disk. */
function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < walIndexBytes;
  } catch {
    return false;
  }
}

/** Returns whether a path leads to a folder. SQLite then reports a failure of the disk. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Returns the result code that explains an error to the operator. */
function codeOf(error: unknown, folder: string): number {
  if (['EACCES', 'EPERM', 'EROFS'].includes(Object(error).code)) return codes.cantOpen;
  const code = primaryCode(error);
  return code === codes.ioError && isFull(folder) ? codes.full : code;
}

const noShare = 'SQLite needs a local disk: no network share (NFS, SMB) can hold the file.';

/** Returns an error that says what is wrong with the file and what to do, for the log, /readyz and the terminal. */
export function explainSqliteError(error: unknown, path: string): Error {
  if (error instanceof StoreError) return error;
  const folder = dirname(path);
  const { code, syscall } = Object(error);
  // When a migration is missing, Node’s own message names its path.
  const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
  if (isMissing && syscall === 'stat') {
    const problem = `no sign-up data in ${folder}`;
    return new StoreError({ code: 'no_data', path: folder, problem }, error);
  }
  if (syscall === 'mkdir' && ['EEXIST', 'ENOENT', 'ENOTDIR'].includes(code)) {
    const problem = `${folder} cannot be made: a file, or a link to nothing, is in its way`;
    const remedy = 'Set DATA_DIR to a folder, or to one that can be made.';
    return new StoreError({ code: 'not_writable', path: folder, problem, remedy }, error);
  }
  if (isSqliteError(error) && isFolder(path)) {
    const problem = `${path} is a folder`;
    const remedy = 'Name a file, or move this folder elsewhere.';
    return new StoreError({ code: 'not_readable', path, problem, remedy }, error);
  }
  switch (codeOf(error, folder)) {
    case codes.corrupt:
    case codes.notADb: {
      const remedy =
        'Stop the server and restore a backup with `signups restore FILE`; nothing was overwritten.';
      return new StoreError(
        { code: 'damaged', path, problem: `${path} is damaged`, remedy },
        error,
      );
    }
    case codes.full: {
      const problem = `the disk of ${folder} is full`;
      const remedy = 'Free some space.';
      return new StoreError({ code: 'disk_full', path: folder, problem, remedy }, error);
    }
    case codes.ioError: {
      const problem = `the disk of ${folder} fails`;
      const remedy = `Look at it, and at the system’s log. ${noShare}`;
      return new StoreError({ code: 'disk_failed', path: folder, problem, remedy }, error);
    }
    case codes.readOnly:
    case codes.cantOpen: {
      const problem = `${path} may not be written`;
      const remedy = remedyForWriting(folder);
      return new StoreError({ code: 'not_writable', path, problem, remedy }, error);
    }
    case codes.busy: {
      const problem = `${path} is locked by another process`;
      const remedy = `Find the process with \`fuser ${path}\`, and end it. ${noShare}`;
      return new StoreError({ code: 'in_use', path, problem, remedy }, error);
    }
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}
