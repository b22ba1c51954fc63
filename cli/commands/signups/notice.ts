import { Command } from 'commander';
import { countNotices } from '../../../server/stores/maintenance/notices.ts';
import { Failure } from '../../failure.ts';
import { present } from '../../output/present.ts';
import { table } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { examples, moment, plural } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { withSignups } from './with-database.ts';

export const noticeCommand = (session: Session): Command =>
  new Command('notice')
    .description('List the notices that prospects read, or print the text of one')
    .argument('[version]', 'the version of a notice: 12 hexadecimal digits')
    .addHelpText('after', examples('signups notice', 'signups notice 659d0d610218'))
    .action(async (version: string | undefined) => {
      const data = await withSignups(session, countNotices);
      if (version === undefined) return present(session, { data, ok: true, render });
      const notice = data.notices.find((one) => one.version === version);
      if (!notice) {
        throw new Failure(
          'no_notice',
          `there is no notice ${version}`,
          'Run `signups notice`, which lists the versions.',
        );
      }
      present(session, { data: notice, ok: true, render: ({ text }) => text });
    });

const columns = [
  { name: 'VERSION' },
  { name: 'FIRST SHOWN (UTC)' },
  { name: 'SIGN-UPS', align: 'right' },
  { name: 'TEXT', shrinks: true },
] as const;

function render(
  { notices, unknown }: Awaited<ReturnType<typeof countNotices>>,
  terminal: Terminal,
): string {
  const rows = notices.map(({ version, firstShownAt, signups, text }) => [
    version,
    moment(firstShownAt),
    String(signups),
    text,
  ]);
  return [
    notices.length > 0 ? table(columns, rows, terminal) : 'No notice was shown yet.',
    ...(unknown > 0 ? [`${plural(unknown, 'sign-up')} without a known notice.`] : []),
  ].join('\n');
}
