import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { type Backup, backUp } from '../../../server/stores/records/backup.ts';
import { backendOf } from '../../../shared/settings/backend.ts';
import type { Settings } from '../../../shared/settings/schema.ts';
import { requireSettings } from '../../environment.ts';
import { Failure, WrongUsage } from '../../failure.ts';
import { examples } from '../../output/examples.ts';
import { marked } from '../../output/mark.ts';
import { plural } from '../../output/table.ts';
import { present, type Render, type Session } from '../../session.ts';
import { wholeNumber } from '../../whole-number.ts';
import { withFile } from './with-database.ts';

interface Options {
  to?: string;
  keep?: number;
}

export const backupCommand = (session: Session): Command =>
  new Command('backup')
    .description('Copy the SQLite file while sign-ups go on; the copy is opened and counted')
    .argument('[file]', 'a file that does not exist yet')
    .option('--to <folder>', 'write a file named by the time into this folder')
    .option('--keep <files>', 'with --to: then remove all but the newest', wholeNumber)
    .addHelpText(
      'after',
      examples('signups backup before-upgrade.db', 'signups backup --to /var/backups --keep 14'),
    )
    .action(async (file: string | undefined, { to, keep }: Options) => {
      if ((file === undefined) === (to === undefined)) throw new WrongUsage('name a file, or --to');
      if (keep !== undefined && !to) throw new WrongUsage('--keep needs --to');
      const settings = requireSettings(session);
      requireSqlite(settings);
      const backup = await withFile(settings, (signups) =>
        backUp(signups, file === undefined ? nameIn(to ?? '') : resolve(file)),
      );
      const data = { ...backup, removed: to && keep ? removeAllBut(keep, resolve(to)) : [] };
      present(session, { data, ok: true, render: renderBackup });
    });

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

/** The folder is made where it is missing. */
function nameIn(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  return join(resolve(folder), `signups-${time}Z.db`);
}

/** @returns what was removed: files of our names only, the oldest. */
function removeAllBut(keep: number, folder: string): string[] {
  const names = readdirSync(folder).filter((name) => pattern.test(name));
  const removed = names.sort().slice(0, -keep);
  for (const name of removed) rmSync(join(folder, name));
  return removed;
}

const renderBackup: Render<Backup & { removed: string[] }> = (
  { file, bytes, signups, removed },
  { paint },
) =>
  [
    marked(paint, 'good', `${file}: ${plural(signups, 'sign-up')}, ${Math.ceil(bytes / 1024)} KB`),
    ...removed.map((name) => `  removed ${name}`),
  ].join('\n');
