import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/** Primary result codes (sqlite.org/rescode.html); an extended code has its primary one in the low byte. */
const codes = {
  busy: 5,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  notADb: 26,
};

const primaryCode = (error: unknown): number => Number(Object(error).errcode) & 0xff;

export const isBusy = (error: unknown): boolean => primaryCode(error) === codes.busy;

export const isDamage = (error: unknown): boolean => primaryCode(error) === codes.corrupt;

/** Reads the whole file. Throws where a page of it is not what it should be. */
export function requireWhole(database: DatabaseSync): void {
  const problem = database.prepare('pragma quick_check(1)').get()?.quick_check;
  if (problem === 'ok') return;
  throw Object.assign(new Error(`it is damaged: ${problem}`), { errcode: codes.corrupt });
}

/** Who has a folder, where that is another user than this process’s; undefined where it is not, or nothing is there. */
export function foreignOwner(folder: string): string | undefined {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  const user = process.getuid?.();
  if (owner === undefined || user === undefined || owner === user) return undefined;
  return `${folder} belongs to user ${owner}, and this is user ${user}`;
}

/** Why this process may not write to a folder. It may be the system’s: no command changes it. */
function whyNotWritten(folder: string): string {
  const user = process.getuid?.();
  if (!existsSync(folder)) {
    return `make its folder as root, where user ${user} may enter: \`install -d -o ${user} -m 700 ${folder}\``;
  }
  const foreign = user === 0 ? undefined : foreignOwner(folder);
  if (!foreign) return 'its disk is read-only, or the mode of a file forbids it';
  return `${foreign}: run it as that user, or set DATA_DIR to a folder of this one’s`;
}

/** What is wrong with the file and what to do, for the log, /readyz and the terminal. */
export function explainSqliteError(error: unknown, path: string): Error {
  const folder = dirname(path);
  const explain = (text: string): Error => new Error(text, { cause: error });
  const { code, syscall } = Object(error);
  // Where a folder cannot be made, or a migration is missing, Node’s own words name it.
  const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
  if (isMissing && syscall === 'stat') return explain(`no sign-up data in ${folder}`);
  const isForbidden = ['EACCES', 'EPERM', 'EROFS'].includes(code);
  switch (isForbidden ? codes.cantOpen : primaryCode(error)) {
    case codes.corrupt:
    case codes.notADb:
      return explain(
        `${path} is damaged: stop the server and restore a backup with \`signups restore FILE\`; nothing was overwritten`,
      );
    case codes.full:
      return explain(`the disk of ${folder} is full: free some space`);
    case codes.ioError:
      return explain(`the disk of ${folder} fails: look at it, and at the system’s log`);
    case codes.readOnly:
    case codes.cantOpen:
      return explain(`${path} may not be written: ${whyNotWritten(folder)}`);
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}
