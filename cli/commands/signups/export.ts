import { Command, Option } from 'commander';
import type { Database } from '../../../server/stores/maintenance/database.ts';
import type { SignupFilter } from '../../../server/stores/maintenance/filter.ts';
import { exportSignups, type SignupRecord } from '../../../server/stores/maintenance/read.ts';
import { WrongUsage } from '../../failure.ts';
import { writeLines } from '../../output/stream.ts';
import { examples, warn } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { asCsv, asJsonArray, asJsonLines, beginsFormula, linesOf } from './export-format.ts';
import { filterOf, wave, withFilters } from './filter-options.ts';
import { mailingFile } from './mailing-file.ts';
import { type MailingToolName, mailingToolNames } from './mailing-tools.ts';
import { requireFinishedFor } from './unfinished-wave.ts';
import { withSignups } from './with-database.ts';

interface Options extends SignupFilter {
  lines?: true;
  for?: MailingToolName;
}

/** Returns the option that names a mailing tool. */
export const toolOption = (): Option =>
  new Option('--for <tool>', 'write the columns that this mailing tool imports').choices(
    mailingToolNames,
  );

export const exportCommand = (session: Session): Command =>
  withFilters(
    new Command('export')
      .description('Write sign-ups, oldest first, as CSV; --json: as a JSON array')
      .option('--lines', 'write JSON lines: one object a line')
      .addOption(toolOption()),
  )
    .option('--not-invited', 'only people whom no wave has invited')
    .option('--wave <name>', 'only the people of one wave', wave)
    .addHelpText(
      'after',
      examples(
        'signups export > all.csv',
        'signups export --for listmonk --wave beta-1 > beta-1.csv',
        'signups export --lines',
      ),
    )
    .action(async ({ lines, for: tool, ...filter }: Options) => {
      if (tool && (lines || session.json)) throw new WrongUsage('--for writes CSV: leave out JSON');
      const { terminal } = session;
      if (tool) {
        return withSignups(session, (signups) =>
          writeLines(mailingFile(tool, chosenBy(filter, signups), terminal), terminal.data),
        );
      }
      const format = lines ? asJsonLines : session.json ? asJsonArray : asCsv;
      const marks = { rows: 0 };
      await withSignups(session, (signups) => {
        const records = chosenBy(filter, signups);
        const counted = format === asCsv ? countFormulas(records, marks) : records;
        return writeLines(linesOf(counted, format), terminal.data);
      });
      if (marks.rows > 0) {
        const text = `${marks.rows === 1 ? '1 address' : `${marks.rows} addresses`} got a ' before it, because a spreadsheet would run it as a formula. For a mailing tool use --for, which writes every address as it is.`;
        warn(terminal, text);
      }
    });

function chosenBy(options: SignupFilter, signups: Database): AsyncGenerator<SignupRecord> {
  requireFinishedFor(signups, options);
  return exportSignups(signups, filterOf(options));
}

/** Passes records on, and counts those whose address begins like a formula. */
async function* countFormulas(records: AsyncIterable<SignupRecord>, marks: { rows: number }) {
  for await (const record of records) {
    if (beginsFormula(record.email)) marks.rows += 1;
    yield record;
  }
}
