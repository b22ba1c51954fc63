import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { Command } from 'commander';
import type { BackupFile } from '../../../server/stores/maintenance/backup-files.ts';
import { openTarget } from '../../../server/stores/maintenance/open-target.ts';
import { inspectPresent } from '../../../server/stores/maintenance/present-file.ts';
import {
  type Restore,
  requireBackup,
  restoreFile,
  restoreInto,
} from '../../../server/stores/maintenance/restore.ts';
import { path } from '../../arguments.ts';
import { requireStoreSettings } from '../../environment.ts';
import { Failure, fileFailure, isExplained, WrongUsage } from '../../failure.ts';
import { confirm } from '../../output/confirm.ts';
import { present } from '../../output/present.ts';
import { examples, marked, moment, plural, warn } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { readFolder } from './backup.ts';
import { requireDatabaseSettings, using } from './with-database.ts';

interface Options {
  latest?: string;
  accept?: boolean;
  yes?: true;
}

export const restoreCommand = (session: Session): Command =>
  new Command('restore')
    .description(
      'Put a backup in the place of the sign-ups, keep the present file, honour erasures',
    )
    .argument('[file]', 'a file that `signups backup` wrote', path)
    .option('--latest <folder>', 'restore the newest backup in this folder', path)
    .option('--accept', 'restore also when nothing knows whom you erased since the backup')
    .option('--yes', 'do it without asking; without a terminal the command never asks')
    .addHelpText(
      'after',
      examples('signups restore before-upgrade.db', 'signups restore --latest backups'),
    )
    .action(async (file: string | undefined, { latest, accept = false, yes }: Options) => {
      if ((file === undefined) === (latest === undefined)) {
        throw new WrongUsage('name a file, or --latest');
      }
      const { BACKUP_DIR } = requireStoreSettings(session);
      const backup = inspect(file ?? newestIn(latest ?? ''));
      const folders = new Set([dirname(backup.file), ...(BACKUP_DIR ? [BACKUP_DIR] : [])]);
      const restore = { backup, logFolders: [...folders], accept };
      const restored = await restoreTo(session, restore, yes === true);
      const { number, madeAt } = backup;
      report(session, { ...restored, backup: { file: backup.file, number, madeAt } });
    });

/** Returns the newest backup in a folder. Throws a Failure when there is none. */
function newestIn(folder: string): string {
  const newest = readFolder(folder).find(({ problem }) => !problem);
  if (newest) return newest.file;
  throw new Failure('no_backup', `there is no backup in ${folder}`, 'Name another folder.');
}

function inspect(file: string): BackupFile {
  try {
    accessSync(file, constants.R_OK);
    return requireBackup(file);
  } catch (error) {
    if (isExplained(error)) throw error;
    throw fileFailure(error, file, 'Name a file that `signups backup` wrote.');
  }
}

/** Restores into PostgreSQL, which keeps its rows, or into the file of the data folder, which is replaced. */
async function restoreTo(session: Session, restore: Restore, isSure: boolean) {
  const { DATABASE_URL, DATA_DIR } = requireDatabaseSettings(session);
  if (DATABASE_URL) {
    announce(session, restore.backup, 'the database, which keeps its own rows');
    const { progress } = session.terminal;
    const show = (done: number) => progress(`restoring: ${done} of ${restore.backup.signups}`);
    return using(
      session,
      () => openTarget(DATABASE_URL),
      (database) => restoreInto(database, restore, show),
    );
  }
  return explain(DATA_DIR, async () => {
    const now = inspectPresent(DATA_DIR);
    const count = now?.signups === null ? 'damaged' : plural(now?.signups ?? 0, 'sign-up');
    announce(session, restore.backup, now ? `${now.file}, ${count}` : 'none');
    if (now && !isSure) await ask(session, now.file);
    return restoreFile(DATA_DIR, restore);
  });
}

async function explain<Result>(directory: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isExplained(error)) throw error;
    throw fileFailure(error, directory, 'Name a folder of data where this user may write.');
  }
}

/** Writes on the error stream what will be restored into what, before anything changes. */
function announce({ terminal, json }: Session, backup: BackupFile, now: string): void {
  if (json) return;
  const { err } = terminal;
  const made = `made ${moment(backup.madeAt)} UTC`;
  err.write(`Backup:  ${backup.file}, ${made}, ${plural(backup.signups ?? 0, 'sign-up')}\n`);
  err.write(`Present: ${now}\n`);
  if (!backup.isFromTheFuture) return;
  warn(terminal, 'This backup is from the future: a clock is or was wrong.');
}

/** Asks the person at the terminal. Without a terminal the command continues, because it does not delete the present file. */
async function ask(session: Session, file: string): Promise<void> {
  if (session.json || !session.terminal.ask) return;
  await confirm(session, `Replace ${file}?`, 'nothing was restored');
}

type Restored = Awaited<ReturnType<typeof restoreTo>>;

function report(session: Session, data: Restored & { backup: object }): void {
  const { file, signups, kept, erased, gap } = data;
  const parts = [
    `${file ?? 'The database'}: ${plural(signups, 'sign-up')}.`,
    ...(erased > 0
      ? [`${plural(erased, 'sign-up')} of people who were erased since the backup left out.`]
      : []),
    ...(kept ? [`The file that was there is kept as ${kept}. Remove it when you are sure.`] : []),
  ];
  const text = gap
    ? `Nothing here knows whom you erased between ${moment(gap.from)} and ${moment(gap.until)} UTC: erase these people again.`
    : '';
  present(session, {
    data,
    ok: true,
    render: (_data, terminal) =>
      [
        marked(terminal, 'good', parts.join(' ')),
        ...(gap ? [marked(terminal, 'warning', text)] : []),
      ].join('\n'),
  });
}
