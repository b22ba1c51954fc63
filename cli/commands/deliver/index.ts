import { Command } from 'commander';
import { examples } from '../../output/text.ts';
import { runProgram } from '../../server-program.ts';
import type { Session } from '../../session.ts';

const runCommand = (session: Session): Command =>
  new Command('run')
    .description(
      'Deliver what is due in DATABASE_URL until a signal stops the command; --json logs JSON in a terminal too',
    )
    .addHelpText('after', examples('deliver run', 'deliver run --env-file /etc/deckwright.env'))
    .action(() => runProgram('deliveries', session));

export function deliverCommand(session: Session): Command {
  const command = new Command('deliver');
  command.description(
    'Send the mails and events of a Supabase project; elsewhere the server sends them',
  );
  return command.addCommand(runCommand(session));
}
