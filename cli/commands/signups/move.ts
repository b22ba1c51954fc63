import { Command } from 'commander';
import { moveSignups } from '../../../server/stores/maintenance/move.ts';
import { countSignups } from '../../../server/stores/maintenance/read.ts';
import { settings } from '../../../shared/settings/schema.ts';
import { WrongUsage } from '../../failure.ts';
import { examples } from '../../output/examples.ts';
import { plural, told } from '../../output/text.ts';
import { present, type Session } from '../../session.ts';
import { withSignups } from './with-database.ts';

export const moveCommand = (session: Session): Command =>
  new Command('move')
    .description('Copy every sign-up to PostgreSQL or Supabase’s database, counted and verified')
    .option('--to <url>', 'the target; MOVE_TO keeps its password out of the process list')
    .addHelpText('after', examples('signups move    # with MOVE_TO=postgres://… set'))
    .action(async ({ to }: { to?: string }) => {
      const target = databaseUrl(to ?? session.environment.MOVE_TO);
      const { progress: show } = session.terminal;
      const data = await withSignups(session, async (signups) => {
        const { total } = await countSignups(signups);
        return moveSignups(signups, target, (done) => show(`moving: ${done} of ${total}`));
      }).finally(() => show(''));
      const { copied, known, erased, total } = data;
      const others = [
        ...(known > 0 ? [`${known} known there already`] : []),
        ...(erased > 0 ? [`${erased} erased there, and left out`] : []),
      ];
      const counts = [`${plural(copied, 'sign-up')} copied`, ...others].join(', ');
      const text = `${counts}. All were verified; the target has ${total}. Nothing was removed here.`;
      present(session, { data, ok: true, render: told(true, text) });
    });

function databaseUrl(text = ''): string {
  const { schema, remedy } = settings.DATABASE_URL;
  const { data, error } = schema.safeParse(text);
  if (data) return data;
  throw new WrongUsage(`the target (--to or MOVE_TO) ${error?.issues[0]?.message}. ${remedy}`);
}
