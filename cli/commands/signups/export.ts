import { Command, Option } from 'commander';
import type { SignupFilter } from '../../../server/stores/maintenance/filter.ts';
import { exportSignups, type SignupRecord } from '../../../server/stores/maintenance/read.ts';
import { WrongUsage } from '../../failure.ts';
import { writeLines } from '../../output/stream.ts';
import type { Terminal } from '../../output/terminal.ts';
import { examples, marked } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { asCsv, asJsonArray, asJsonLines, beginsFormula, linesOf } from './export-format.ts';
import { filterOf, wave, withFilters } from './filter-options.ts';
import {
  largestBytesOf,
  type MailingToolName,
  mailingToolNames,
  mailingTools,
} from './mailing-tools.ts';
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
      if (tool) return exportFor(session, tool, filter);
      const { terminal } = session;
      const format = lines ? asJsonLines : session.json ? asJsonArray : asCsv;
      const marks = { rows: 0 };
      await withSignups(session, (signups) => {
        const records = exportSignups(signups, filterOf(filter));
        const counted = format === asCsv ? countFormulas(records, marks) : records;
        return writeLines(linesOf(counted, format), terminal.data);
      });
      if (marks.rows > 0) {
        const text = `${marks.rows === 1 ? '1 address' : `${marks.rows} addresses`} got a ' before it, because a spreadsheet would run it as a formula. For a mailing tool use --for, which writes every address as it is.`;
        warn(terminal, text);
      }
    });

const warn = (terminal: Terminal, text: string): void =>
  void terminal.err.write(`${marked(terminal, 'warning', text)}\n`);

/** Passes records on, and counts those whose address begins like a formula. */
async function* countFormulas(records: AsyncIterable<SignupRecord>, marks: { rows: number }) {
  for await (const record of records) {
    if (beginsFormula(record.email)) marks.rows += 1;
    yield record;
  }
}

/** Writes a file for a mailing tool. Warns when the tool would refuse the file for its size. */
async function exportFor(session: Session, tool: MailingToolName, filter: SignupFilter) {
  const { terminal } = session;
  let bytes = 0;
  async function* measured(lines: AsyncIterable<string>) {
    for await (const line of lines) {
      bytes += Buffer.byteLength(line);
      yield line;
    }
  }
  await withSignups(session, (signups) => {
    const lines = linesOf(exportSignups(signups, filterOf(filter)), mailingTools[tool]);
    return writeLines(measured(lines), terminal.data);
  });
  const text = sizeWarning(tool, bytes);
  if (text) warn(terminal, text);
}

/** Returns a warning when a file is larger than a tool imports; undefined otherwise. */
export function sizeWarning(tool: MailingToolName, bytes: number): string | undefined {
  const largest = largestBytesOf(tool);
  if (largest === null || bytes <= largest) return undefined;
  const size = (number: number) => `${Math.ceil(number / 1024 / 1024)} MB`;
  return `The file has ${size(bytes)}, and ${tool} imports at most ${size(largest)}: export parts of the list by --since, --source or --wave.`;
}
