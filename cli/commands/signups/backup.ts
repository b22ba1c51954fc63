import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Command } from 'commander';
import {
  type BackupFile,
  backupName,
  listBackups,
} from '../../../server/stores/maintenance/backup-files.ts';
import type { Database } from '../../../server/stores/maintenance/database.ts';
import { removeAllBut, takeSnapshot } from '../../../server/stores/maintenance/snapshot.ts';
import { StoreError } from '../../../server/stores/store-error.ts';
import { path, wholeNumber } from '../../arguments.ts';
import { fileFailure, WrongUsage } from '../../failure.ts';
import { present } from '../../output/present.ts';
import { table } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { examples, marked, moment, plural } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { completeLog, withSignups } from './with-database.ts';

interface Options {
  to?: string;
  keep?: number;
  list?: string;
}

export const backupCommand = (session: Session): Command =>
  new Command('backup')
    .description('Copy all sign-ups to an SQLite file while the site runs; the copy is counted')
    .argument('[file]', 'a file that does not exist yet', path)
    .option('--to <folder>', 'write a file named by the time into this folder', path)
    .option('--keep <files>', 'with --to: then remove all but the newest', wholeNumber)
    .option('--list <folder>', 'list the backups in this folder, the newest first', path)
    .addHelpText(
      'after',
      examples(
        'signups backup a.db',
        'signups backup --to backups --keep 14',
        'signups backup --list backups',
      ),
    )
    .action((file: string | undefined, { to, keep, list }: Options) => {
      if ([file, to, list].filter((place) => place !== undefined).length !== 1) {
        throw new WrongUsage('name a file, or --to, or --list');
      }
      if (keep !== undefined && !to) throw new WrongUsage('--keep needs --to');
      return list ? listIn(session, list) : copy(session, file, to, keep);
    });

/** Returns the problems of the backups in a folder. A person must look at each, so the command exits with 1. */
const problemsOf = (files: readonly BackupFile[]): string[] =>
  files.flatMap(({ file, madeAt, problem, isFromTheFuture }) => [
    ...(problem ? [`${basename(file)} is no backup: ${problem}.`] : []),
    ...(isFromTheFuture
      ? [
          `${basename(file)} is from the future: it was made at ${moment(madeAt)} UTC by its clock. Check the clock of this machine and of the one that made it.`,
        ]
      : []),
  ]);

/** Runs work that SIGTERM does not interrupt, so that a service manager waits for a backup that is under way. */
async function withoutSigterm<Result>(work: () => Promise<Result>): Promise<Result> {
  const ignore = () => {};
  process.on('SIGTERM', ignore);
  return work().finally(() => process.off('SIGTERM', ignore));
}

async function copy(session: Session, file?: string, to?: string, keep?: number): Promise<void> {
  const { logProblems, ...backup } = await withoutSigterm(() =>
    withSignups(session, async (signups) => ({
      ...(await copyTo(signups, file, to)),
      logProblems: await completeLog(session, signups),
    })),
  );
  const removed = to && keep ? removeAllBut(keep, to, backup.file) : [];
  const problems = [...logProblems, ...(to ? problemsOf(listBackups(to)) : [])];
  const data = { ...backup, removed: removed.map((one) => basename(one.file)), problems };
  const render = (_data: unknown, terminal: Terminal): string => {
    const size = Math.ceil(data.bytes / 1024);
    const without = data.removed.length > 0 ? ` Removed ${data.removed.join(', ')}.` : '';
    const text = `${data.file}: ${plural(data.signups, 'sign-up')}, ${size} KB.${without}`;
    return [
      marked(terminal, 'good', text),
      ...problems.map((problem) => marked(terminal, 'problem', problem)),
    ].join('\n');
  };
  present(session, { data, ok: problems.length === 0, render });
}

/**
 * Throws a Failure when the copy cannot be written or its name is taken. Makes the folder when it is missing. Reads the
 * sign-ups first, so that a database without tables leaves no empty folder.
 */
async function copyTo(signups: Database, name?: string, folder = '') {
  await signups.query(`select 1 from ${signups.schema}signups limit 1`);
  const target = name ?? join(folder, backupName(new Date()));
  try {
    if (folder) mkdirSync(folder, { recursive: true, mode: 0o700 });
    return await takeSnapshot(signups, target);
  } catch (error) {
    const { path: file, errcode } = Object(error);
    const isOfFile = file !== undefined || errcode !== undefined;
    if (error instanceof StoreError || !isOfFile) throw error;
    const remedy = 'Name a file that is not there yet, or a folder, where this user may write.';
    throw fileFailure(error, target, remedy);
  }
}

const columns = [
  { name: 'MADE (UTC)' },
  { name: 'SIGN-UPS', align: 'right' },
  { name: 'KB', align: 'right' },
  { name: 'FILE', shrinks: true },
] as const;

function listIn(session: Session, folder: string): void {
  const data = readFolder(folder);
  const problems = problemsOf(data);
  const render = (_data: unknown, terminal: Terminal): string => {
    const cells = data.map(({ madeAt, signups, bytes, file }) => [
      moment(madeAt),
      String(signups ?? '?'),
      String(Math.ceil(bytes / 1024)),
      basename(file),
    ]);
    return [
      data.length > 0 ? table(columns, cells, terminal) : `There is no backup in ${folder}.`,
      ...problems.map((problem) => marked(terminal, 'problem', problem)),
    ].join('\n');
  };
  present(session, { data, ok: data.length > 0 && problems.length === 0, render });
}

/** Reads the backups in a folder. Throws a Failure when there is no such folder. */
export function readFolder(folder: string): BackupFile[] {
  try {
    return listBackups(folder);
  } catch (error) {
    throw fileFailure(error, folder, 'Name a folder that `signups backup --to` wrote into.');
  }
}
