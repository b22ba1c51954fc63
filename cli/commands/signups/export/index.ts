import { Command, Option } from 'commander';
import type { SignupFilter } from '../../../../server/stores/maintenance/filter.ts';
import { countSelected, exportSignups } from '../../../../server/stores/maintenance/read.ts';
import { countStopped } from '../../../../server/stores/maintenance/stop.ts';
import type { ExportedRow } from '../../../../shared/signup/fields.ts';
import { requireStoreSettings } from '../../../environment.ts';
import { WrongUsage } from '../../../failure.ts';
import { writeLines } from '../../../output/stream.ts';
import { examples, people, warn } from '../../../output/text.ts';
import type { Session } from '../../../session.ts';
import { filterOf, withFilters } from '../filter-options.ts';
import { requireFinishedFor } from '../unfinished-wave.ts';
import { withSignups } from '../with-database.ts';
import { asCsv, asJsonArray, asJsonLines, beginsFormula, linesOf } from './export-format.ts';
import { mailingFile } from './mailing-file.ts';
import { type MailingToolName, mailingToolNames } from './mailing-tools.ts';

interface Options {
  lines?: true;
  for?: MailingToolName;
}

/** Returns the option that names a mailing tool. */
export const toolOption = (): Option =>
  new Option('--for <tool>', 'write the columns that this mailing tool imports').choices(
    mailingToolNames,
  );

/**
 * Returns who is written. A site that sends mails asks people to confirm, so that people who have not confirmed are left
 * out, unless the options name these people or a wave. The people of a wave are invited already.
 */
function selectionOf(session: Session, options: Readonly<Record<string, unknown>>) {
  const filter = filterOf(options);
  const { present, equal } = filter;
  const isChosen = present?.confirmed_at !== undefined || equal?.wave !== undefined;
  const asksToConfirm = requireStoreSettings(session).MAIL_URL !== undefined;
  if (isChosen || !asksToConfirm) return { filter, unconfirmed: null };
  const withConfirmed = (confirmed_at: boolean): SignupFilter => ({
    ...filter,
    present: { ...present, confirmed_at },
  });
  return { filter: withConfirmed(true), unconfirmed: withConfirmed(false) };
}

export const exportCommand = (session: Session): Command =>
  withFilters(
    new Command('export')
      .description('Write sign-ups, oldest first, as CSV; --json: as a JSON array')
      .option('--lines', 'write JSON lines: one object a line')
      .addOption(toolOption()),
  )
    .addHelpText(
      'after',
      examples(
        'signups export > all.csv',
        'signups export --for listmonk --wave beta-1 > beta-1.csv',
        'signups export --lines',
      ),
    )
    .action(async ({ lines, for: tool, ...options }: Options) => {
      if (tool && (lines || session.json)) throw new WrongUsage('--for writes CSV: leave out JSON');
      const { terminal } = session;
      const { filter, unconfirmed } = selectionOf(session, options);
      const format = lines ? asJsonLines : session.json ? asJsonArray : asCsv;
      const marks = { rows: 0 };
      await withSignups(session, async (signups) => {
        await requireFinishedFor(signups, filter);
        const asked = unconfirmed ? await countSelected(signups, unconfirmed) : 0;
        if (asked > 0) warn(terminal, notConfirmed(asked));
        const stopped = await countStopped(signups, filter);
        if (stopped > 0) warn(terminal, leftOut(stopped));
        const records = exportSignups(signups, { ...filter, mailable: true });
        if (tool) return writeLines(mailingFile(tool, records, terminal), terminal.data);
        const counted = format === asCsv ? countFormulas(records, marks) : records;
        return writeLines(linesOf(counted, format), terminal.data);
      });
      if (marks.rows > 0) {
        const text = `${marks.rows} ${marks.rows === 1 ? 'address' : 'addresses'} got a ' before it, because a spreadsheet would run it as a formula. For a mailing tool use --for, which writes every address as it is.`;
        warn(terminal, text);
      }
    });

const notConfirmed = (unconfirmed: number): string =>
  `${people(unconfirmed)} left out, because they have not confirmed. \`--unconfirmed\` writes these people.`;

const leftOut = (stopped: number): string =>
  `${people(stopped)} left out, because they unsubscribed, complained, or their mailbox bounced. \`signups show ADDRESS\` says which.`;

/** Passes records on, and counts those whose address begins like a formula. */
async function* countFormulas(records: AsyncIterable<ExportedRow>, marks: { rows: number }) {
  for await (const record of records) {
    if (beginsFormula(record.email)) marks.rows += 1;
    yield record;
  }
}
