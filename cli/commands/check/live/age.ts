import { openSqliteDatabase } from '../../../../server/stores/maintenance/sqlite.ts';
import { readMadeAt } from '../../../../server/stores/sqlite/create.ts';
import { signupsPath } from '../../../../server/stores/sqlite/open.ts';
import { moment } from '../../../output/text.ts';
import type { Finding, Verdict } from '../report.ts';

/** Milliseconds after which a database no longer counts as new. */
const newForMs = 24 * 3_600_000;

/** Warns for a day when a database was made new, because it may have taken the place of a database with sign-ups. */
export function judgeAge(madeAt: Date | null, now = new Date()): Verdict {
  if (!madeAt || now.getTime() - madeAt.getTime() > newForMs) return {};
  return {
    warning: `made new on ${moment(madeAt.toISOString())} UTC`,
    remedy:
      'If there were sign-ups before, DATA_DIR or DATABASE_URL names another place, or a disk is not mounted.',
  };
}

/**
 * Judges the age of the file of the sign-ups in a data folder. Returns no finding when there is no file, or when the file
 * cannot be opened, because `check` reports that under DATA_DIR.
 */
export async function judgeFileAge(folder: string): Promise<Finding[]> {
  const path = signupsPath(folder);
  try {
    const signups = openSqliteDatabase(folder);
    const madeAt = readMadeAt(signups.connection);
    await signups.close();
    return [{ name: 'file', value: path, ...judgeAge(madeAt) }];
  } catch {
    return [];
  }
}
