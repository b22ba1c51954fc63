import { type Command, InvalidArgumentError } from 'commander';
import type { SignupFilter } from '../../../server/stores/maintenance/filter.ts';
import { date } from '../../../shared/settings/values.ts';
import { columns } from '../../../shared/signup/fields.ts';

/** Parses a day on the command line: YYYY-MM-DD. */
export function day(text: string): string {
  if (date.safeParse(text).success) return text;
  throw new InvalidArgumentError('Use a day that exists, as YYYY-MM-DD.');
}

/** The name of a wave. */
export const wavePattern = /^[\w.-]{1,64}$/;

/** Parses the name of a wave on the command line. */
export function wave(text: string): string {
  if (wavePattern.test(text)) return text;
  throw new InvalidArgumentError('Use 1 to 64 letters, digits, dots, underscores or hyphens.');
}

/** Returns the parser of a value of a column. */
const parserOf =
  (words: readonly string[] | undefined) =>
  (text: string): string => {
    if (words ? words.includes(text) : text !== '') return text;
    throw new InvalidArgumentError(
      words ? `Use ${words.join(', ')}.` : 'Name a value as `signups list` shows it.',
    );
  };

/** Returns a name as the command line writes it: `botCheck` becomes `bot-check`. */
const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, '-$&').toLowerCase();

/** Every column of text that is exported, with its option. `show` reads one address. */
const equalOptions = columns.flatMap(({ column, kind, exportedAs, oneOf }) =>
  exportedAs && kind === 'text' && column !== 'email'
    ? [{ column, name: exportedAs, flag: `--${kebab(exportedAs)} <value>`, oneOf }]
    : [],
);

/** The options that select people with a value in a column, and people without one. */
const presentOptions = columns.flatMap(({ column, selectedBy }) =>
  selectedBy
    ? [
        { column, name: selectedBy.present, has: true },
        { column, name: selectedBy.absent, has: false },
      ]
    : [],
);

/** Returns a name as commander writes it: `not-invited` becomes `notInvited`. */
const camel = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_dash, letter) => letter.toUpperCase());

/**
 * Adds the options that choose sign-ups, which follow from the table of fields. {@link filterOf} reads them.
 * @param except options that mean something else in this command, or that it does not have.
 */
export function withFilters(command: Command, except: readonly string[] = []): Command {
  command
    .option('--since <day>', 'only sign-ups of this day (YYYY-MM-DD, UTC) and later', day)
    .option('--before <day>', 'only sign-ups before this day (YYYY-MM-DD, UTC)', day);
  for (const { name, flag, oneOf } of equalOptions) {
    if (!except.includes(name))
      command.option(flag, `only sign-ups with this ${name}`, parserOf(oneOf));
  }
  for (const { name } of presentOptions) {
    if (!except.includes(name))
      command.option(`--${name}`, `only people who are ${name.replace('-', ' ')}`);
  }
  return command;
}

/** Returns the filter among the options of a command. */
export function filterOf(options: Readonly<Record<string, unknown>>): SignupFilter {
  const equal = equalOptions.filter(({ name }) => options[name] !== undefined);
  const present = presentOptions.filter(({ name }) => options[camel(name)]);
  return {
    ...(options.since !== undefined && { since: String(options.since) }),
    ...(options.before !== undefined && { before: String(options.before) }),
    ...(equal.length > 0 && {
      equal: Object.fromEntries(equal.map(({ column, name }) => [column, String(options[name])])),
    }),
    ...(present.length > 0 && {
      present: Object.fromEntries(present.map(({ column, has }) => [column, has])),
    }),
  };
}
