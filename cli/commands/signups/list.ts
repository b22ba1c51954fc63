import { Command } from 'commander';
import { listSignups } from '../../../server/stores/maintenance/read.ts';
import type { ExportedRow } from '../../../shared/signup/fields.ts';
import { columns } from '../../../shared/signup/fields.ts';
import { wholeNumber } from '../../arguments.ts';
import { writeLines } from '../../output/stream.ts';
import { type Column, tableLayout } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { examples, moment } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { asJsonArray, linesOf } from './export/export-format.ts';
import { filterOf, withFilters } from './filter-options.ts';
import { withSignups } from './with-database.ts';

export const listCommand = (session: Session): Command =>
  withFilters(new Command('list').description('List the newest sign-ups'))
    .option('--limit <rows>', 'list at most so many', wholeNumber, 50)
    .addHelpText('after', examples('signups list', 'signups list --confirmed --limit 5 --json'))
    .action(async ({ limit, ...options }: { limit: number }) => {
      const { terminal, json } = session;
      const filter = filterOf(options);
      const none = Object.keys(filter).length > 0 ? 'No sign-up matches.' : 'No sign-ups yet.';
      await withSignups(session, (signups) => {
        const records = listSignups(signups, limit, filter);
        if (json) return writeLines(linesOf(records, asJsonArray), terminal.data);
        return writeLines(tableOf(records, terminal, none), terminal.out);
      });
    });

/** The layout of some columns. Every column that is missing here is left out of a narrow terminal. */
const looks: Partial<Record<keyof ExportedRow, Partial<Column>>> = {
  email: {},
  source: {},
  botCheck: {},
  createdAt: { name: 'SIGNED UP (UTC)' },
  lastSeenAt: { name: 'LAST SEEN', optional: true },
  times: { align: 'right' },
};

/** Returns the heading of a column: `botCheck` becomes `BOT CHECK`. */
const heading = (name: string): string => name.replaceAll(/[A-Z]/g, ' $&').toUpperCase();

/** Columns without a value in any row are left out. */
function shownColumns(rows: readonly ExportedRow[]) {
  return columns.flatMap(({ exportedAs: name, kind }) =>
    name && rows.some((row) => row[name] !== null)
      ? [
          {
            name: heading(name),
            ...(looks[name] ?? { optional: true as const }),
            cell: (row: ExportedRow) => {
              const value = row[name];
              if (value === null) return '';
              return kind === 'time' ? moment(String(value)) : String(value);
            },
          },
        ]
      : [],
  );
}

/** Rows that decide which columns are shown and how wide they are. */
const sampledRows = 1_000;

/** Yields the lines of a table while its rows are read, at constant memory. @param none the line of an empty table. */
async function* tableOf(
  records: AsyncIterable<ExportedRow>,
  terminal: Terminal,
  none: string,
): AsyncGenerator<string> {
  const sample: ExportedRow[] = [];
  let lineOf: ((record: ExportedRow) => string) | undefined;
  const layOut = (): string => {
    const shown = shownColumns(sample);
    const cellsOf = (row: ExportedRow) => shown.map(({ cell }) => cell(row));
    const rows = sample.splice(0).map(cellsOf);
    const { head, line } = tableLayout(shown, rows, terminal);
    lineOf = (record) => `${line(cellsOf(record))}\n`;
    return `${[head, ...rows.map(line)].join('\n')}\n`;
  };
  for await (const record of records) {
    if (lineOf) yield lineOf(record);
    else if (sample.push(record) === sampledRows) yield layOut();
  }
  if (!lineOf) yield sample.length > 0 ? layOut() : `${none}\n`;
}
