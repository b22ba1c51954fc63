import { Command } from 'commander';
import { countGone, findGone } from '../../../server/stores/maintenance/gone.ts';
import { path } from '../../arguments.ts';
import { present } from '../../output/present.ts';
import type { Terminal } from '../../output/terminal.ts';
import { examples, people } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { day } from './filter-options.ts';
import { readAddresses } from './import/read-people.ts';
import { withSignups } from './with-database.ts';

interface Options {
  since: string;
  from?: string;
}

interface Gone {
  since: string;
  days: { day: string; people: number }[];
  /** Null: no file was named, and the database holds no address of a person who is gone. */
  addresses: { email: string; erasedAt: string }[] | null;
}

export const goneCommand = (session: Session): Command =>
  new Command('gone')
    .description('Count who was erased or removed themselves; --from FILE names them in a file')
    .requiredOption('--since <day>', 'from this day on (YYYY-MM-DD, UTC)', day)
    .option(
      '--from <file>',
      'the mailing tool’s list, as CSV or JSON with a column of addresses',
      path,
    )
    .addHelpText(
      'after',
      examples(
        'signups gone --since 2026-11-01',
        'signups gone --since 2026-11-01 --from subscribers.csv',
      ),
    )
    .action(async ({ since, from }: Options) => {
      const data: Gone = await withSignups(session, async (signups) => ({
        since,
        days: await countGone(signups, since),
        addresses: from
          ? await Array.fromAsync(findGone(signups, since, readAddresses(from)))
          : null,
      }));
      present(session, { data, ok: true, render });
    });

function render({ since, days, addresses }: Gone, terminal: Terminal): string {
  if (addresses) {
    return addresses.length > 0
      ? addresses.map(({ email }) => email).join('\n')
      : `Nobody in the file is gone since ${since}.`;
  }
  const total = days.reduce((sum, { people: gone }) => sum + gone, 0);
  return [
    `${people(total)} gone since ${since} (UTC).`,
    ...days.map(({ day: date, people: gone }) => `  ${date}  ${gone}`),
    ...(total > 0
      ? [
          terminal.paint(
            'dim',
            'The database holds only hashes of their addresses: --from FILE names the erased addresses of a file.',
          ),
        ]
      : []),
  ].join('\n');
}
