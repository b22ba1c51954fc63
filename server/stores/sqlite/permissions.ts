import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A permission that lets other users of the machine read or change the sign-ups. */
export interface LoosePermission {
  /** The problem: a clause without a full stop. */
  problem: string;
  /** The command that mends it. */
  command: string;
}

const modeOf = (path: string): number =>
  (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;

const octal = (mode: number): string => mode.toString(8);

/** Returns the permissions of the file, its companions and its folder that are wider than 0600 and 0700. */
export function findLoosePermissions(path: string): LoosePermission[] {
  const folder = dirname(path);
  const found: LoosePermission[] = [];
  const folderMode = modeOf(folder);
  if (folderMode & 0o022) {
    found.push({
      problem: `other users may write to ${folder} (mode ${octal(folderMode)})`,
      command: `chmod 700 ${folder}`,
    });
  }
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const mode = modeOf(file);
    if (mode & 0o077) {
      found.push({
        problem: `other users may open ${file} (mode ${octal(mode)})`,
        command: `chmod 600 ${file}`,
      });
    }
  }
  return found;
}
