import { Command } from 'commander';
import { examples } from '../../output/text.ts';
import { runProgram } from '../../server-program.ts';
import type { Session } from '../../session.ts';

export const serveCommand = (session: Session): Command =>
  new Command('serve')
    .description('Run the server until a signal stops it; --json logs JSON in a terminal too')
    .addHelpText('after', examples('serve', 'serve --env-file /etc/deckwright.env'))
    .action(() => runProgram('server', session));
