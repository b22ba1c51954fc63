import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Command } from 'commander';
import type { Database } from '../../../server/stores/maintenance/database.ts';
import { load, sourceOf } from '../../../server/stores/maintenance/load.ts';
import { openTarget } from '../../../server/stores/maintenance/open-target.ts';
import { countSelected } from '../../../server/stores/maintenance/read.ts';
import { openSqliteFile } from '../../../server/stores/maintenance/sqlite.ts';
import { signupsPath } from '../../../server/stores/sqlite/open.ts';
import { backendOf } from '../../../shared/settings/backend.ts';
import { settings } from '../../../shared/settings/schema.ts';
import { path } from '../../arguments.ts';
import { requireStoreSettings } from '../../environment.ts';
import { WrongUsage } from '../../failure.ts';
import { present } from '../../output/present.ts';
import { doneOrWarning, examples, plural } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { using, withSignups } from './with-database.ts';

interface Options {
  from?: string;
  to?: string;
}

export const moveCommand = (session: Session): Command =>
  new Command('move')
    .description('Copy every sign-up to another database or file, counted and verified')
    .option('--from <file>', 'an SQLite file as the source, such as one that restore kept', path)
    .option(
      '--to <target>',
      'postgres://… or a signups.db; MOVE_TO keeps a password out of the process list',
    )
    .addHelpText(
      'after',
      examples(
        'signups move    # with MOVE_TO=postgres://… set',
        'signups move --from data/signups.db.2026-11-23T10-00-00.000Z',
      ),
    )
    .action(async ({ from, to = session.environment.MOVE_TO }: Options) => {
      const target = targetOf(session, from, to);
      const data = await withSource(session, from, (source) => move(session, source, target));
      const { copied, known, erased, mails, total } = data;
      const others = [
        ...(mails > 0 ? [`${plural(mails, 'mail')} copied`] : []),
        ...(known > 0 ? [`${known} known there already`] : []),
        ...(erased > 0 ? [`${erased} erased, and left out`] : []),
      ];
      const counts = [`${plural(copied, 'sign-up')} copied`, ...others].join(', ');
      const text = `${counts}. All were verified; the target has ${total}. Nothing was removed here.`;
      present(session, { data, ok: true, render: doneOrWarning(true, text) });
    });

async function move(session: Session, source: Database, target: string) {
  const all = await countSelected(source);
  const progress = (done: number) => session.terminal.progress(`moving: ${done} of ${all}`);
  return using(
    session,
    () => openTarget(target),
    async (database) => {
      const { added, ...loaded } = await load(sourceOf(source), database, {
        waitingMails: 'hold',
        progress,
      });
      return { copied: added, ...loaded, total: await countSelected(database) };
    },
  );
}

const withSource = <Result>(
  session: Session,
  file: string | undefined,
  work: (source: Database) => Promise<Result>,
): Promise<Result> =>
  file ? using(session, () => openSqliteFile(file), work) : withSignups(session, work);

const real = (file: string): string => {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
};

/** Returns the folder of the file of the sign-ups at a path. Throws when the path has another name, or is the source. */
function fileTarget(file: string, source: string | undefined): string {
  if (basename(file) !== 'signups.db') {
    throw new WrongUsage(`the target ${file} is no signups.db: name that file of a data folder`);
  }
  if (source && real(source) === real(file)) {
    throw new WrongUsage(`${file} is source and target: name another file`);
  }
  return dirname(file);
}

/** Finds the target: `--to` or MOVE_TO, and with `--from` otherwise the database of the settings. */
function targetOf(session: Session, from?: string, to?: string): string {
  if (to && !to.includes('://')) {
    const own = from ? undefined : sqliteFileOf(session);
    return fileTarget(path(to), from ?? own);
  }
  if (to || !from) return databaseUrl(to);
  const { DATABASE_URL, DATA_DIR } = requireStoreSettings(session);
  if (DATABASE_URL) return DATABASE_URL;
  const own = sqliteFileOf(session);
  if (own === undefined) throw new WrongUsage('say by --to where the sign-ups should go');
  return fileTarget(signupsPath(DATA_DIR), from);
}

/** Returns the file of the settings' sign-ups, or undefined when they are in another database. */
function sqliteFileOf(session: Session): string | undefined {
  const own = requireStoreSettings(session);
  return backendOf(own) === 'sqlite' ? signupsPath(own.DATA_DIR) : undefined;
}

function databaseUrl(text = ''): string {
  const { schema, remedy } = settings.DATABASE_URL;
  const { data, error } = schema.safeParse(text);
  if (data) return data;
  throw new WrongUsage(`the target (--to or MOVE_TO) ${error?.issues[0]?.message}. ${remedy}`);
}
