import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { operatorsFolder } from '../installed-files.ts';
import { StoreError, type StoreProblem } from '../store-error.ts';
import { codes, isSqliteError, primaryCode } from './errors.ts';

/** Returns who owns a file or folder. Returns undefined if the user of this process does, or if nothing is at the path. */
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

/** Returns the problem that an error of the operating system names; undefined when the error names none. */
function problemOfSystem(error: unknown, path: string): StoreProblem | undefined {
  const folder = dirname(path);
  const { code, syscall } = Object(error);
  // `stat` asks for the file of the sign-ups only. A missing migration has another `syscall`, and Node’s message names its path.
  if (syscall === 'stat' && ['ENOENT', 'ENOTDIR'].includes(code)) {
    return { code: 'no_data', path: folder, problem: `no sign-up data in ${folder}` };
  }
  if (syscall === 'mkdir' && ['EEXIST', 'ENOENT', 'ENOTDIR'].includes(code)) {
    return {
      code: 'not_writable',
      path: folder,
      problem: `${folder} cannot be made: a file, or a link to nothing, is in its way`,
      remedy: 'Set DATA_DIR to a folder, or to one that can be made.',
    };
  }
  if (isSqliteError(error) && isFolder(path)) {
    return {
      code: 'not_readable',
      path,
      problem: `${path} is a folder`,
      remedy: 'Name a file, or move this folder elsewhere.',
    };
  }
  return undefined;
}

/** Returns the problem that a result code of SQLite names; undefined for a code that concerns no file. */
function problemOfSqlite(code: number, path: string): StoreProblem | undefined {
  const folder = dirname(path);
  switch (code) {
    case codes.corrupt:
    case codes.notADb:
      return {
        code: 'damaged',
        path,
        problem: `${path} is damaged`,
        remedy:
          'Stop the server and restore a backup with `signups restore FILE`; nothing was overwritten.',
      };
    case codes.full:
      return {
        code: 'disk_full',
        path: folder,
        problem: `the disk of ${folder} is full`,
        remedy: 'Free some space.',
      };
    case codes.ioError:
      return {
        code: 'disk_failed',
        path: folder,
        problem: `the disk of ${folder} fails`,
        remedy: `Look at it, and at the system’s log. ${noShare}`,
      };
    case codes.readOnly:
    case codes.cantOpen:
      return {
        code: 'not_writable',
        path,
        problem: `${path} may not be written`,
        remedy: remedyForWriting(folder),
      };
    case codes.busy:
      return {
        code: 'in_use',
        path,
        problem: `${path} is locked by another process`,
        remedy: `Find the process with \`fuser ${path}\`, and end it. ${noShare}`,
      };
    default:
      return undefined;
  }
}

/** Returns an error with the problem of the file and the remedy. The log, /readyz and the terminal show the error. */
export function explainSqliteError(error: unknown, path: string): Error {
  if (error instanceof StoreError) return error;
  const problem =
    problemOfSystem(error, path) ?? problemOfSqlite(codeOf(error, dirname(path)), path);
  if (problem) return new StoreError(problem, error);
  return error instanceof Error ? error : new Error(String(error));
}
