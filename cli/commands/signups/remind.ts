import { Command, InvalidArgumentError, Option } from 'commander';
import { countReminders, remind } from '../../../server/stores/maintenance/remind.ts';
import { requireStoreSettings } from '../../environment.ts';
import { Failure } from '../../failure.ts';
import { confirm } from '../../output/confirm.ts';
import { present } from '../../output/present.ts';
import { doneOrWarning, examples, people, plural } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { withSignups } from './with-database.ts';

interface Options {
  olderThan: number;
  dryRun?: true;
  yes?: true;
}

const unitMs = { d: 24 * 60 * 60 * 1_000, h: 60 * 60 * 1_000 };

/** Parses a span of time: days or hours, such as `3d`. @returns milliseconds. */
function span(text: string): number {
  const [, number, unit] = /^([1-9]\d{0,3})([dh])$/.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError('Use days or hours, such as 3d or 36h.');
  return Number(number) * unitMs[unit as keyof typeof unitMs];
}

export const remindCommand = (session: Session): Command =>
  new Command('remind')
    .description('Send one more mail to the people who have not confirmed, once, within the limits')
    .requiredOption(
      '--older-than <time>',
      'who signed up before so many days or hours: 3d, 36h',
      span,
    )
    .addOption(new Option('--dry-run', 'say how many, and mail nobody').conflicts('yes'))
    .option('--yes', 'do it without asking')
    .addHelpText('after', examples('signups remind --older-than 3d --dry-run'))
    .action((options: Options) => remindAll(session, options));

/** Returns the sentence that says what becomes of people who do not confirm. Throws a Failure when no mail would go out. */
function removalText(session: Session): string {
  const { MAIL_URL, SIGNUP_UNCONFIRMED_DAYS: days } = requireStoreSettings(session);
  if (MAIL_URL) {
    return `The site removes each of them who has not confirmed ${days} days after the reminder.`;
  }
  throw new Failure(
    'no_mail',
    'MAIL_URL is unset, so no mail would go out',
    'Set it, see Mail in the manual.',
  );
}

async function remindAll(session: Session, { olderThan, dryRun, yes }: Options): Promise<void> {
  const removal = removalText(session);
  const before = new Date(Date.now() - olderThan);
  const found = await withSignups(session, (signups) => countReminders(signups, before));
  if (dryRun) {
    const text = `Would remind ${people(found)}. ${removal} Nothing was changed.`;
    const data = { dryRun: true, reminders: found };
    return present(session, { data, ok: true, render: doneOrWarning(found > 0, text) });
  }
  if (!yes) {
    const question = `${removal} Mail ${people(found)}?`;
    const withoutTerminal = `this mails ${people(found)}; say --yes to do it, or --dry-run`;
    await confirm(session, question, 'nobody was mailed', withoutTerminal);
  }
  const { progress } = session.terminal;
  const show = (done: number) => progress(`queueing: ${done} of ${found}`);
  const reminders = await withSignups(session, (signups) => remind(signups, before, show));
  const text =
    reminders > 0
      ? `${plural(reminders, 'reminder')} queued. The server sends them at MAIL_PER_MINUTE.`
      : 'There is nobody to remind.';
  const data = { dryRun: false, reminders };
  present(session, { data, ok: true, render: doneOrWarning(reminders > 0, text) });
}
