import { Command, Option } from 'commander';
import { batchesOf, type Database } from '../../../server/stores/maintenance/database.ts';
import {
  type Age,
  countForgettable,
  erasePeople,
  type Forgotten,
  filterOfAge,
  forget,
  withoutSignup,
} from '../../../server/stores/maintenance/erase.ts';
import { queuedBefore } from '../../../server/stores/maintenance/outbox.ts';
import { findLeftovers } from '../../../server/stores/maintenance/search.ts';
import { signupsPath } from '../../../server/stores/sqlite/open.ts';
import { requireStoreSettings } from '../../environment.ts';
import { WrongUsage } from '../../failure.ts';
import { confirm } from '../../output/confirm.ts';
import { present } from '../../output/present.ts';
import type { Terminal } from '../../output/terminal.ts';
import { doneOrWarning, examples, marked, plural } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { day } from './filter-options.ts';
import { requireFinishedFor } from './unfinished-wave.ts';
import { completeLog, erasingOf, hasOutboxFile, withFile, withSignups } from './with-database.ts';

interface Options {
  before: string;
  notInvited?: boolean;
  dryRun?: true;
  yes?: true;
}

const dayMs = 24 * 60 * 60 * 1000;

export const forgetCommand = (session: Session): Command =>
  new Command('forget')
    .description('Erase everybody who signed up before a day, as `erase` does, while the site runs')
    .requiredOption('--before <day>', 'sign-ups from before this day (YYYY-MM-DD, UTC)', day)
    .option('--not-invited', 'leave the people whom a wave has invited')
    .addOption(new Option('--dry-run', 'say how many, and erase nobody').conflicts('yes'))
    .option('--yes', 'do it without asking')
    .addHelpText(
      'after',
      examples(
        'signups forget --before 2026-11-01 --not-invited --dry-run',
        'signups forget --before 2026-11-01 --not-invited --yes',
      ),
    )
    .action(({ before, notInvited = false, dryRun, yes }: Options) => {
      requirePast(before);
      const age = { before, notInvited };
      return dryRun ? rehearse(session, age) : forgetOld(session, age, yes === true);
    });

/** Throws for a day after tomorrow, because such a day is a typing mistake. Tomorrow includes all sign-ups of today. */
function requirePast(before: string): void {
  const tomorrow = new Date(Date.now() + dayMs).toISOString().slice(0, 10);
  if (before <= tomorrow) return;
  throw new WrongUsage(`--before ${before} lies in the future: ${tomorrow} means everybody`);
}

async function countOld(database: Database, age: Age): Promise<number> {
  await requireFinishedFor(database, filterOfAge(age));
  return countForgettable(database, age);
}

async function rehearse(session: Session, age: Age): Promise<void> {
  const signups = await withSignups(session, (database) => countOld(database, age));
  const text = `Would erase ${plural(signups, 'sign-up')} from before ${age.before}. Nothing was changed.`;
  const data = { ...age, dryRun: true, signups, others: null };
  present(session, { data, ok: true, render: doneOrWarning(signups > 0, text) });
}

async function forgetOld(session: Session, age: Age, isSure: boolean): Promise<void> {
  const { terminal } = session;
  const total = await withSignups(session, (database) => countOld(database, age));
  const all = `${plural(total, 'sign-up')} from before ${age.before}`;
  if (!isSure) {
    const withoutTerminal = `this erases ${all} for good; say --yes to do it, or --dry-run`;
    await confirm(session, `Erase ${all} for good?`, 'nothing was erased', withoutTerminal);
  }
  const show = (done: number) => terminal.progress(`erasing: ${done} of ${total}`);
  const { signups, others, problems } = await eraseAll(session, age, show);
  const more = others > 0 ? `, and ${others} of old mails or of the outbox alone` : '';
  const text =
    signups + others > 0
      ? `Erased ${plural(signups, 'sign-up')} from before ${age.before}${more}. Copies that lie elsewhere still hold them.`
      : `There is no sign-up from before ${age.before}.`;
  const { copies } = findLeftovers(signupsPath(requireStoreSettings(session).DATA_DIR));
  const data = {
    ...age,
    dryRun: false,
    signups,
    others,
    ...(copies.length > 0 && { copies }),
    ...(problems.length > 0 && { problems }),
  };
  const done = doneOrWarning(signups + others > 0, text);
  const render = (_data: unknown, to: Terminal): string =>
    [
      done(_data, to),
      ...copies.map((file) => marked(to, 'problem', `${file} may hold them, too. Remove it.`)),
      ...problems.map((problem) => marked(to, 'problem', problem)),
    ].join('\n');
  present(session, { data, ok: copies.length + problems.length === 0, render });
}

/**
 * Erases from the outbox and from the database. The database also gets the evidence of the erasures from the outbox, so that
 * it refuses a sign-up that the server is sending from there at this moment. Then completes the log of erasures, because a
 * run before may have been killed before it wrote there.
 */
async function eraseAll(
  session: Session,
  age: Age,
  show: (done: number) => void,
): Promise<Forgotten & { problems: string[] }> {
  const erasing = erasingOf(session);
  let waiting: string[] = [];
  let queued = 0;
  if (hasOutboxFile(requireStoreSettings(session))) {
    await withFile(session, async (file) => {
      waiting = await queuedBefore(file, age.before);
      const { signups, others } = await forget(file, age, erasing);
      queued = signups + others;
    });
  }
  return withSignups(session, async (database) => {
    for await (const batch of batchesOf(waiting, database.batchSize)) {
      await erasePeople(database, await withoutSignup(database, batch), erasing);
    }
    const { signups, others } = await forget(database, age, erasing, show);
    return {
      signups,
      others: others + queued,
      problems: await completeLog(session, database, erasing),
    };
  });
}
