import { Command } from 'commander';
import { exportSignups } from '../../../server/stores/maintenance/read.ts';
import { writeLines } from '../../output/stream.ts';
import { examples } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { asCsv, asJsonArray, asJsonLines, linesOf } from './export-format.ts';
import { withSignups } from './with-database.ts';

export const exportCommand = (session: Session): Command =>
  new Command('export')
    .description('Write every sign-up, oldest first, as CSV; --json: as a JSON array')
    .option('--lines', 'write JSON lines: one object a line')
    .addHelpText('after', examples('signups export > all.csv', 'signups export --lines'))
    .action(async ({ lines }: { lines?: true }) => {
      const format = lines ? asJsonLines : session.json ? asJsonArray : asCsv;
      await withSignups(session, (signups) =>
        writeLines(linesOf(exportSignups(signups), format), session.terminal.data),
      );
    });
