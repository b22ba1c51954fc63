import { Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import type { Variables } from '../server/config.ts';
import { site } from '../shared/site.ts';
import { path } from './arguments.ts';
import { checkCommand } from './commands/check/index.ts';
import { deliverCommand } from './commands/deliver/index.ts';
import { manifestCommand } from './commands/manifest/index.ts';
import { pingCommand } from './commands/ping/index.ts';
import { previewCommand } from './commands/preview/index.ts';
import { serveCommand } from './commands/serve/index.ts';
import { signupsCommand } from './commands/signups/index.ts';
import { addCompletion } from './completion.ts';
import { requireEnvFile, requireFolder } from './environment.ts';
import { WrongUsage } from './failure.ts';
import { describeCommand } from './output/command-description.ts';
import { present } from './output/present.ts';
import { examples } from './output/text.ts';
import type { Session } from './session.ts';

const commands = [
  checkCommand,
  pingCommand,
  manifestCommand,
  previewCommand,
  signupsCommand,
  deliverCommand,
  serveCommand,
];

/** Replaces commander’s own help command, which takes only one word: `help signups backup` has two. */
const helpCommand = (): Command =>
  new Command('help')
    .description('Show how a command is used')
    .argument('[command...]', 'the words of the command; without words: the help of the program')
    .addHelpText('after', examples('help', 'help signups backup'))
    .action((words: string[], _options, { parent: program }: Command) => {
      const find = (command: Command | null | undefined, word: string) =>
        command?.commands.find((one) => one.name() === word);
      const asked = words.reduce(find, program);
      if (!asked) return program?.error(`error: unknown command '${words.join(' ')}'`);
      asked.help();
    });

/**
 * The program, which prints help and its version as text or, with `--json`, as JSON. Commander prints the version as
 * soon as it reads `--version`, and has not read a `--json` after it. This class prints the version after the whole line.
 */
class Program extends Command {
  readonly #session: Session;

  constructor(name: string, session: Session) {
    super(name);
    this.#session = session;
    this.option('-v, --version', 'print the version');
    this.on('beforeAllHelp', ({ command, error }: { command: Command; error: boolean }) => {
      if (session.json && !error) {
        present(session, { data: describeCommand(command), ok: true, render: () => '' });
      }
    });
    this.configureOutput({
      writeOut: (text) => session.json || session.terminal.out.write(text),
      writeErr: (text) => session.json || session.terminal.err.write(text),
    });
  }

  override parseOptions(words: string[]) {
    const parsed = super.parseOptions(words);
    const { version } = packageJson;
    // Commander also reads the `-v` out of the address -vera@example.com.
    if (this.opts().version && words.some((word) => word === '-v' || word === '--version')) {
      present(this.#session, { data: { version }, ok: true, render: () => version });
      throw new CommanderError(0, 'commander.version', version);
    }
    return parsed;
  }
}

/** Returns how the shell calls this program: through npx or npm in a checkout, else by its own name. */
function invocationOf({ npm_command, npm_lifecycle_event }: Variables): string {
  if (npm_lifecycle_event === 'cli') return 'npm run -s cli --';
  return npm_command === 'exec' ? 'npx deckwright' : 'deckwright';
}

/** Parses the path of a global option. Throws WrongUsage, after commander has read the whole line. */
function globalPath(option: string, text: string): string {
  try {
    return path(text);
  } catch (error) {
    throw new WrongUsage(`option '${option}' is invalid. ${(error as Error).message}`);
  }
}

interface GlobalOptions {
  envFile?: string;
  dataDir?: string;
}

/** Adds the options of every command. They stand before or after the command’s name. */
const addGlobalOptions = (program: Command, session: Session): Command =>
  program
    .option('--json', 'print JSON instead of text')
    .option('--env-file <file>', 'read this file of settings instead of .env')
    .option('--data-dir <folder>', 'use this folder of data instead of DATA_DIR')
    .on('option:json', () => {
      session.json = true;
    })
    .hook('preAction', () => {
      const { envFile, dataDir } = program.opts<GlobalOptions>();
      session.environment = {
        ...session.environment,
        ...(envFile !== undefined && { ENV_FILE: globalPath('--env-file <file>', envFile) }),
        ...(dataDir !== undefined && { DATA_DIR: globalPath('--data-dir <folder>', dataDir) }),
      };
      requireEnvFile(session);
      if (dataDir !== undefined) requireFolder(session);
    });

/** Returns the program with every command. It throws CommanderError where commander would end the process. */
export function createProgram(session: Session): Command {
  const program = addGlobalOptions(new Program('deckwright', session), session)
    .description(`Run and look after ${site.name}’s site.`)
    .addHelpText('after', '\nExit 0: good; 1: a problem was found; 2: wrong usage.')
    .showHelpAfterError('(add --help for what is possible)')
    .configureHelp({ showGlobalOptions: true })
    .helpCommand(false)
    .exitOverride();
  for (const create of [...commands, helpCommand]) {
    program.addCommand(inherit(create(session), program));
  }
  addCompletion(program, session);
  // The completion script keeps the plain name, so the name is changed after it.
  return program.name(invocationOf(session.environment));
}

/** Gives a command and its subcommands the program’s way to write and to end. */
function inherit(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const sub of command.commands) inherit(sub, command);
  return command;
}
