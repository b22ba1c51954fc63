import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { beforeAll, expect, test } from 'vitest';
import { fromRoot } from '../server/stores/installed-files.ts';
import type { CommandDescription } from './output/command-description.ts';
import { createProgram } from './program.ts';
import { createSession, runCommand } from './testing/run-command.ts';

/** Returns every command that does something, with its words, such as `signups backup`. */
function leaves(command: Command, words: readonly string[] = []): [string, Command][] {
  return command.commands.flatMap((sub) => {
    const name = [...words, sub.name()];
    // The shell asks `complete` for suggestions. No person runs it.
    if (sub.name() === 'complete') return [];
    return sub.commands.length > 0
      ? leaves(sub, name)
      : [[name.join(' '), sub] as [string, Command]];
  });
}

const commands = leaves(createProgram(createSession().session));
const names = commands.map(([name]) => name);
let readme = '';
beforeAll(() => {
  readme = readFileSync(fromRoot('README.md'), 'utf8');
});

test.each(names)(
  '%s has examples in its help, and refuses an unknown option with 2',
  async (name) => {
    const help = await runCommand(`help ${name}`);
    expect(help.code).toBe(0);
    expect(help.out, `${name} has no examples: add .addHelpText('after', examples(…))`).toMatch(
      new RegExp(`\\$ deckwright ${name}`),
    );
    for (const option of ['--json', '--env-file', '--data-dir']) expect(help.out).toContain(option);
    if (name === 'help') return;
    const unknown = await runCommand(`${name}${argumentsFor[name] ?? ''} --nope`);
    expect(unknown).toMatchObject({ code: 2, out: '' });
    expect(unknown.err).toContain("unknown option '--nope'");
  },
);

/** Parses a line without running it. Returns the words before the first option, and the options that no command has. */
function parse(line: string) {
  const program = createProgram(createSession().session);
  const { operands, unknown } = program.parseOptions(line.split(' '));
  const command = operands.reduce<Command>(
    (parent, word) => parent.commands.find((one) => one.name() === word) ?? parent,
    program,
  );
  return { line: operands.join(' '), unknown: command.parseOptions(unknown).unknown };
}

test.each(names)(
  'every example in the help of %s is a line that the command accepts',
  async (name) => {
    const { out } = await runCommand(`help ${name}`);
    // What follows `>` or `#` is for the shell.
    const examples = Array.from(
      out.matchAll(/^ {2}\$ deckwright ([^>#\n]*)/gm),
      ([, line]) => line,
    );
    for (const example of examples) {
      const { line, unknown } = parse(String(example).trim());
      expect(`${line} `).toMatch(new RegExp(`^${name} `));
      expect(unknown).toEqual([]);
    }
  },
);

test.each(names)('%s has a row in the README’s table of commands', (name) => {
  const [first = '', second] = name.split(' ');
  const row = readme.split('\n').find((line) => line.startsWith(`| \`${first}\``));
  expect(row, `README.md has no row that begins with | \`${first}\``).toBeDefined();
  if (second !== undefined) {
    expect(row, `the row of ${first} does not name \`${second}\``).toContain(`\`${second}\``);
  }
});

/** The program, the groups of commands, and every command. */
const helped = ['', ...new Set(names.flatMap((name) => [name.split(' ')[0] ?? '', name]))];

test.each(helped)('`%s --help --json` prints the help as JSON and nothing else', async (name) => {
  for (const line of [`${name} --help --json`, `--json ${name} -h`]) {
    const { code, out, err } = await runCommand(line);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({ name: name.split(' ').at(-1) || 'deckwright' });
  }
});

test.each(helped)(
  'the help of `%s` describes the command, and each of its arguments, options and commands',
  async (name) => {
    const { out } = await runCommand(`${name} --help --json`);
    const help: CommandDescription = JSON.parse(out);
    const described = [help, ...help.arguments, ...help.options, ...help.commands];
    expect(described.filter(({ description }) => description === '')).toEqual([]);
    // Commander leaves out arguments of which none is described.
    const hasArguments = /[<[](?!options|command\])[^>\]]+[>\]]/.test(help.usage);
    expect(help.arguments.length > 0).toBe(hasArguments);
  },
);

/** The commands that run until a signal ends them. smoke.test.ts runs these commands. */
const runsOn = new Set(['serve', 'preview', 'deliver run']);

test.each(names.filter((name) => !runsOn.has(name)))(
  '%s prints JSON and nothing else with --json',
  async (name) => {
    const { out, err } = await runCommand(`${name}${argumentsFor[name] ?? ''} --json`);
    expect(() => JSON.parse(out), `${name} --json printed: ${out.slice(0, 200)}`).not.toThrow();
    expect(err).toBe('');
  },
);

/** The arguments with which a command does something in an empty folder of data. */
const argumentsFor: Readonly<Record<string, string>> = {
  'signups erase': ' ada@example.com --yes',
  'signups forget': ' --before 2026-02-01',
  'signups gone': ' --since 2026-02-01',
  'signups import': ' package.json',
  'signups remind': ' --older-than 3d',
  'signups show': ' ada@example.com',
  'signups stop': ' --from package.json --because bounce',
  'signups invite': ' --wave beta-1 --first 1 --for listmonk --to wave.csv --dry-run',
  completion: ' bash',
  help: ' check',
};
