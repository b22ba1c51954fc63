import type { Argument, Command, Option } from 'commander';

interface Described {
  name: string;
  description: string;
}

/** The help of one command, as `--json` prints it. */
export interface CommandDescription extends Described {
  usage: string;
  arguments: Described[];
  options: Described[];
  commands: Described[];
}

const ofArgument = (argument: Argument): Described => ({
  name: argument.name(),
  description: argument.description,
});

const ofOption = ({ flags, description }: Option): Described => ({ name: flags, description });

/** Returns the help of a command as data, with the options of every command. */
export function describeCommand(command: Command): CommandDescription {
  const help = command.createHelp();
  return {
    name: command.name(),
    description: command.description(),
    usage: help.commandUsage(command),
    arguments: help.visibleArguments(command).map(ofArgument),
    options: [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].map(ofOption),
    commands: help
      .visibleCommands(command)
      .map((one) => ({ name: one.name(), description: one.description() })),
  };
}
