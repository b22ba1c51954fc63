import { Command } from 'commander';
import { site } from '../shared/site.ts';
import { checkCommand } from './commands/check.ts';
import { manifestCommand } from './commands/manifest.ts';
import { pingCommand } from './commands/ping.ts';
import { previewCommand } from './commands/preview.ts';
import { serveCommand } from './commands/serve.ts';
import { signupsCommand } from './commands/signups/index.ts';
import type { Session } from './session.ts';
import { version } from './version.ts';

const commands = [
  checkCommand,
  pingCommand,
  manifestCommand,
  previewCommand,
  signupsCommand,
  serveCommand,
];

/** Every command; throws CommanderError where commander itself would have ended the process. */
export function createProgram(session: Session): Command {
  const program = new Command('deckwright')
    .description(
      `Runs and looks after ${site.name}’s site. Exit 0: good, 1: a problem, 2: wrong usage.`,
    )
    .version(version())
    .showHelpAfterError('(add --help for what is possible)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => session.terminal.out.write(text),
      writeErr: (text) => session.terminal.err.write(text),
    });
  for (const create of commands) program.addCommand(inherit(create(session), program));
  return program;
}

/** Commands made apart take over how the program writes and ends, subcommands included. */
function inherit(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const sub of command.commands) inherit(sub, command);
  return command;
}
