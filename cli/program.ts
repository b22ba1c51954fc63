import tab from '@bomb.sh/tab/commander';
import { Command } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { site } from '../shared/site.ts';
import { path } from './arguments.ts';
import { checkCommand } from './commands/check/index.ts';
import { manifestCommand } from './commands/manifest/index.ts';
import { pingCommand } from './commands/ping/index.ts';
import { previewCommand } from './commands/preview/index.ts';
import { serveCommand } from './commands/serve/index.ts';
import { signupsCommand } from './commands/signups/index.ts';
import { requireEnvFile, requireFolder } from './environment.ts';
import { examples } from './output/examples.ts';
import type { Session } from './session.ts';

const commands = [
  checkCommand,
  pingCommand,
  manifestCommand,
  previewCommand,
  signupsCommand,
  serveCommand,
];

/** In the place of commander’s own, which knows one word: `help signups backup` is two. */
const helpCommand = (): Command =>
  new Command('help')
    .description('Show how a command is used')
    .argument('[command...]')
    .action((words: string[], _options, { parent: program }: Command) => {
      const find = (command: Command | null | undefined, word: string) =>
        command?.commands.find((one) => one.name() === word);
      const asked = words.reduce(find, program);
      if (!asked) program?.error(`error: unknown command '${words.join(' ')}'`);
      asked?.help();
    });

/** Options of every command, before or behind its name. Paths are those of the shell. */
const addGlobalOptions = (program: Command, session: Session): Command =>
  program
    .option('--json', 'print JSON instead of text')
    .option('--env-file <file>', 'read this file of settings instead of .env', path)
    .option('--data-dir <folder>', 'use this folder of data instead of DATA_DIR', path)
    .hook('preAction', () => {
      const { envFile, dataDir } = program.opts<{ envFile?: string; dataDir?: string }>();
      session.environment = {
        ...session.environment,
        ...(envFile && { ENV_FILE: envFile }),
        ...(dataDir && { DATA_DIR: dataDir }),
      };
      requireEnvFile(session);
      if (dataDir) requireFolder(session);
    });

/** Every command; throws CommanderError where commander itself would have ended the process. */
export function createProgram(session: Session): Command {
  const { out, err } = session.terminal;
  const program = addGlobalOptions(new Command('deckwright'), session)
    .description(`Run and look after ${site.name}’s site.`)
    .version(packageJson.version, '-v, --version')
    .addHelpText('after', '\nExit 0: good; 1: a problem was found; 2: wrong usage.')
    .showHelpAfterError('(add --help for what is possible)')
    .configureHelp({ showGlobalOptions: true })
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => out.write(text),
      writeErr: (text) => session.json || err.write(text),
    });
  for (const create of [...commands, helpCommand]) {
    program.addCommand(inherit(create(session), program));
  }
  const completion = tab(program, { completionCommandName: 'completion' });
  program.commands
    .find((command) => command.name() === 'completion')
    ?.description('Print what makes a shell complete commands and options')
    .addHelpText('after', examples('completion bash >> ~/.bashrc', 'completion zsh >> ~/.zshrc'));
  for (const { options } of completion.commands.values()) {
    for (const [name, option] of completion.options) options.set(name, option);
  }
  return program;
}

/** Commands made apart take over how the program writes and ends, subcommands included. */
function inherit(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const sub of command.commands) inherit(sub, command);
  return command;
}
