import { accessSync, constants } from 'node:fs';
import { Command } from 'commander';
import {
  inspectRestore,
  type Replacement,
  restoreBackup,
} from '../../../server/stores/maintenance/restore.ts';
import { StoreError } from '../../../server/stores/store-error.ts';
import { path } from '../../arguments.ts';
import { requireStoreSettings } from '../../environment.ts';
import { Failure, fileFailure, WrongUsage } from '../../failure.ts';
import { present } from '../../output/present.ts';
import { examples, marked, moment, plural, warn } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { readFolder, requireSqlite } from './backup.ts';
import { confirm } from './confirm.ts';
import { storeFailure } from './with-database.ts';

interface Options {
  latest?: string;
  yes?: true;
}

export const restoreCommand = (session: Session): Command =>
  new Command('restore')
    .description(
      'Put a backup in the place of the sign-ups, keep the present file, honour erasures',
    )
    .argument('[file]', 'a file that `signups backup` wrote', path)
    .option('--latest <folder>', 'restore the newest backup in this folder', path)
    .option('--yes', 'do it without asking; nobody is asked without a terminal')
    .addHelpText(
      'after',
      examples('signups restore before-upgrade.db', 'signups restore --latest backups'),
    )
    .action(async (file: string | undefined, { latest, yes }: Options) => {
      if ((file === undefined) === (latest === undefined)) {
        throw new WrongUsage('name a file, or --latest');
      }
      const settings = requireStoreSettings(session);
      requireSqlite(settings);
      const directory = settings.DATA_DIR;
      const backup = file ?? newestIn(latest ?? '');
      const replacement = await explain(directory, () => inspect(backup, directory));
      announce(session, replacement);
      if (!yes && replacement.present) await ask(session, replacement);
      const restored = await explain(directory, () => restoreBackup(backup, directory));
      const { number, madeAt } = replacement.backup;
      report(session, { ...restored, backup: { file: backup, number, madeAt } });
    });

/** Returns the newest backup in a folder. Throws a Failure when there is none. */
function newestIn(folder: string): string {
  const newest = readFolder(folder).find(({ problem }) => !problem);
  if (newest) return newest.file;
  throw new Failure('no_backup', `there is no backup in ${folder}`, 'Name another folder.');
}

function inspect(backup: string, directory: string): Replacement {
  try {
    accessSync(backup, constants.R_OK);
  } catch (error) {
    throw fileFailure(error, backup, 'Name a file that `signups backup` wrote.');
  }
  return inspectRestore(backup, directory);
}

async function explain<Result>(
  directory: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (error instanceof StoreError) throw storeFailure(error);
    throw fileFailure(error, directory, 'Name a folder of data where this user may write.');
  }
}

/** Writes on the error stream which file will replace which, before anything changes. */
function announce({ terminal, json }: Session, { backup, present: now }: Replacement): void {
  if (json) return;
  const { err } = terminal;
  const made = `made ${moment(backup.madeAt)} UTC`;
  err.write(`Backup:  ${backup.file}, ${made}, ${plural(backup.signups ?? 0, 'sign-up')}\n`);
  const count = now?.signups === null ? 'damaged' : plural(now?.signups ?? 0, 'sign-up');
  err.write(`Present: ${now ? `${now.file}, ${count}` : 'none'}\n`);
  if (!backup.isFromTheFuture) return;
  warn(terminal, 'This backup is from the future: a clock is or was wrong.');
}

/** Asks the person at the terminal. Without a terminal the command continues, because it does not delete the present file. */
async function ask(session: Session, { present: now }: Replacement): Promise<void> {
  if (session.json || !session.terminal.ask) return;
  await confirm(session, `Replace ${now?.file}?`, 'nothing was restored');
}

type Restored = Awaited<ReturnType<typeof restoreBackup>>;

function report(session: Session, data: Restored & { backup: object }): void {
  const { file, signups, kept, erasures, erased } = data;
  const parts = [
    `${file}: ${plural(signups, 'sign-up')}.`,
    ...(erasures
      ? [`${plural(erased, 'row')} of addresses that were erased since the backup left out.`]
      : []),
    ...(kept ? [`The file that was there is kept as ${kept}. Remove it when you are sure.`] : []),
  ];
  // A damaged file says nothing about erasures.
  const warning =
    'The damaged file could not say which addresses were erased since the backup: erase them again.';
  present(session, {
    data,
    ok: erasures !== null,
    render: (_data, terminal) =>
      [
        marked(terminal, 'good', parts.join(' ')),
        ...(erasures === null ? [marked(terminal, 'problem', warning)] : []),
      ].join('\n'),
  });
}
