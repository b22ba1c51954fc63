import { Command } from 'commander';
import { examples } from '../../output/text.ts';
import { runProgram } from '../../server-process.ts';
import type { Session } from '../../session.ts';

const runCommand = (session: Session): Command =>
  new Command('run')
    .description(
      'Send the mails that are due in DATABASE_URL until a signal stops the command; --json logs JSON in a terminal too',
    )
    .addHelpText('after', examples('mail run', 'mail run --env-file /etc/deckwright.env'))
    .action(async () => {
      session.exitCode = await runProgram('mails', session);
    });

export function mailCommand(session: Session): Command {
  const command = new Command('mail');
  command.description('Send the mails of a Supabase project; elsewhere the server sends them');
  return command.addCommand(runCommand(session));
}
