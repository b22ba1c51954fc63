import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { erasureLogPath } from '../../../../server/stores/erasure-log.ts';
import type { Verdict } from '../report.ts';
import { nearestExisting, notAFolder } from './data-folder.ts';

/** Judges whether erasures can be recorded in the folder of the backups, and read there. Creates nothing. */
export function judgeBackupFolder(folder: string, access: typeof accessSync = accessSync): Verdict {
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
