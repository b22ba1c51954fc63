import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { present } from './output/present.ts';
import { examples } from './output/text.ts';
import type { Session } from './session.ts';

/** Returns the text that `work` writes by console.log. The library has no function that returns its script. */
function loggedBy(work: () => void): string {
  const { log } = console;
  const lines: string[] = [];
  console.log = (line: string) => void lines.push(line);
  try {
    work();
  } finally {
    console.log = log;
  }
  return lines.join('\n');
}

/** Adds the command `completion`, and the hidden command that a shell asks for suggestions. */
export function addCompletion(program: Command, session: Session): void {
  const name = program.name();
  const completion = tab(program, { completionCommandName: 'completion' });
  program.commands
    .find((command) => command.name() === 'completion')
    ?.description('Print a script that makes a shell complete commands and options')
    .addHelpText('after', examples('completion bash >> ~/.bashrc', 'completion zsh >> ~/.zshrc'))
    .action((shell: string) => {
      const script = loggedBy(() => completion.setup(name, name, shell));
      present(session, { data: { shell, script }, ok: true, render: () => script });
    });
  for (const { options } of completion.commands.values()) {
    for (const [name, option] of completion.options) options.set(name, option);
  }
}
