import { Command } from 'commander';
import { listSignups, type SignupRecord } from '../../../server/stores/maintenance/read.ts';
import { columns } from '../../../shared/signup/fields.ts';
import { wholeNumber } from '../../arguments.ts';
import { present } from '../../output/present.ts';
import { type Column, table } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { examples, moment } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { withSignups } from './with-database.ts';

export const listCommand = (session: Session): Command =>
  new Command('list')
    .description('List the newest sign-ups')
    .option('--limit <rows>', 'list at most so many', wholeNumber, 50)
    .addHelpText('after', examples('signups list', 'signups list --limit 5 --json'))
    .action(async ({ limit }: { limit: number }) => {
      const data = await withSignups(session, (signups) => listSignups(signups, limit));
      present(session, { data, ok: true, render: renderList });
    });

/** How a column looks where its name alone does not say it. Any other column is left out of a narrow terminal. */
const looks: Partial<Record<keyof SignupRecord, Partial<Column>>> = {
  email: { shrinks: true },
  source: {},
  botCheck: {},
  createdAt: { name: 'SIGNED UP (UTC)' },
  lastSeenAt: { name: 'LAST SEEN', optional: true },
  times: { align: 'right' },
};

/** `botCheck` → `BOT CHECK`. */
const heading = (name: string): string => name.replaceAll(/[A-Z]/g, ' $&').toUpperCase();

/** Columns without a value in any row are left out. */
function shownColumns(rows: readonly SignupRecord[]) {
  return columns.flatMap(({ exportedAs: name, kind }) =>
    name && rows.some((row) => row[name as keyof SignupRecord] !== null)
      ? [
          {
            name: heading(name),
            ...(looks[name as keyof SignupRecord] ?? { optional: true as const }),
            cell: (row: SignupRecord) => {
              const value = row[name as keyof SignupRecord];
              if (value === null) return '';
              return kind === 'time' ? moment(String(value)) : String(value);
            },
          },
        ]
      : [],
  );
}

/** Writes one line for each sign-up. Stored values hold no control characters: the rules keep them out. */
function renderList(rows: readonly SignupRecord[], terminal: Terminal): string {
  if (rows.length === 0) return 'No sign-ups yet.';
  const shown = shownColumns(rows);
  const cells = rows.map((row) => shown.map(({ cell }) => cell(row)));
  return table(shown, cells, terminal);
}
