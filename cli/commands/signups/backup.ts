import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { type Backup, backUp } from '../../../server/stores/maintenance/backup.ts';
import type { SqliteDatabase } from '../../../server/stores/maintenance/sqlite.ts';
import { backendOf } from '../../../shared/settings/backend.ts';
import type { Settings } from '../../../shared/settings/schema.ts';
import { path, wholeNumber } from '../../arguments.ts';
import { requireSettings } from '../../environment.ts';
import { Failure, fileFailure, WrongUsage } from '../../failure.ts';
import { examples } from '../../output/examples.ts';
import { plural, told } from '../../output/text.ts';
import { present, type Session } from '../../session.ts';
import { withFile } from './with-database.ts';

interface Options {
  to?: string;
  keep?: number;
}

export const backupCommand = (session: Session): Command =>
  new Command('backup')
    .description('Copy the SQLite file while sign-ups go on; the copy is opened and counted')
    .argument('[file]', 'a file that does not exist yet', path)
    .option('--to <folder>', 'write a file named by the time into this folder', path)
    .option('--keep <files>', 'with --to: then remove all but the newest', wholeNumber)
    .addHelpText('after', examples('signups backup a.db', 'signups backup --to backups --keep 14'))
    .action(async (file: string | undefined, { to, keep }: Options) => {
      if ((file === undefined) === (to === undefined)) throw new WrongUsage('name a file, or --to');
      if (keep !== undefined && !to) throw new WrongUsage('--keep needs --to');
      requireSqlite(requireSettings(session));
      const backup = await withFile(session, (signups) => copyTo(signups, file, to));
      const data = { ...backup, removed: to && keep ? removeAllBut(keep, to) : [] };
      const { signups, bytes, removed } = data;
      const without = removed.length > 0 ? ` Removed ${removed.join(', ')}.` : '';
      const text = `${data.file}: ${plural(signups, 'sign-up')}, ${Math.ceil(bytes / 1024)} KB.${without}`;
      present(session, { data, ok: true, render: told(true, text) });
    });

/** Throws a Failure where nothing can be written, or something is there. The folder is made where it is missing. */
async function copyTo(signups: SqliteDatabase, file?: string, folder = ''): Promise<Backup> {
  const target = file ?? nameIn(folder);
  try {
    if (folder) mkdirSync(folder, { recursive: true, mode: 0o700 });
    return await backUp(signups, target);
  } catch (error) {
    const remedy = 'Name a file that is not there yet, or a folder, where this user may write.';
    throw fileFailure(error, target, remedy);
  }
}

/** Throws a Failure where the rows are in a database that has tools of its own. */
export function requireSqlite(settings: Settings): void {
  if (backendOf(settings) === 'sqlite') return;
  throw new Failure(
    'not_sqlite',
    'these sign-ups live in PostgreSQL, which has its own tools',
    'Use pg_dump "$DATABASE_URL" --format=custom, and pg_restore.',
  );
}

const pattern = /^signups-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/;

const nameIn = (folder: string): string =>
  join(folder, `signups-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`);

/** @returns what was removed: files of our names only, the oldest. */
function removeAllBut(keep: number, folder: string): string[] {
  const names = readdirSync(folder).filter((name) => pattern.test(name));
  const removed = names.sort().slice(0, -keep);
  for (const name of removed) rmSync(join(folder, name));
  return removed;
}
