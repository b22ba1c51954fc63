import { Command } from 'commander';
import { listSignups, type SignupRecord } from '../../../server/stores/maintenance/read.ts';
import { wholeNumber } from '../../arguments.ts';
import { examples } from '../../output/examples.ts';
import { table } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { moment } from '../../output/text.ts';
import { present, type Session } from '../../session.ts';
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

const columns = [
  { name: 'EMAIL', shrinks: true },
  { name: 'SOURCE' },
  { name: 'BOT CHECK' },
  { name: 'SIGNED UP (UTC)' },
  { name: 'LAST SEEN', optional: true },
  { name: 'TIMES', align: 'right' },
] as const;

/** A line a sign-up. Addresses hold no control characters: the contract’s pattern keeps them out. */
function renderList(rows: readonly SignupRecord[], terminal: Terminal): string {
  if (rows.length === 0) return 'No sign-ups yet.';
  const cells = rows.map(({ email, source, botCheck, createdAt, lastSeenAt, times }) => [
    email,
    source,
    botCheck,
    moment(createdAt),
    moment(lastSeenAt),
    String(times),
  ]);
  return table(columns, cells, terminal);
}
