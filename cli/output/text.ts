import { type AddHelpTextContext, type Command, Help } from 'commander';
import stringWidth from 'string-width';
import type { Paint, Terminal } from './terminal.ts';

type Window = Pick<Terminal, 'paint' | 'width'>;
const marks = {
  good: ['green', '✓'],
  warning: ['yellow', '!'],
  problem: ['red', '✗'],
} as const;
/** The judgement of one thing. */
type Judgement = keyof typeof marks;

/** Returns ✓, ! or ✗ in its colour. */
export const mark = (paint: Paint, judgement: Judgement): string =>
  paint(marks[judgement][0], marks[judgement][1]);

const graphemes = new Intl.Segmenter();

/** Returns a text that takes at most `width` columns of the window. A text that was cut ends with an ellipsis. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let start = '';
  for (const { segment } of graphemes.segment(text)) {
    if (stringWidth(start + segment) >= width) break;
    start += segment;
  }
  return `${start}…`;
}

const help = new Help();
help.minWidthToWrap = 1;

/** Returns a text in lines of at most `width` characters, each with the same indentation. */
export const wrap = (text: string, width: number, indentation = ''): string =>
  indentation + help.boxWrap(text, width - indentation.length).replaceAll('\n', `\n${indentation}`);

/** Returns a number with its noun: `1 sign-up`, `2 sign-ups`. */
export const plural = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Returns a number of people: `1 person`, `2 people`. */
export const people = (number: number): string => `${number} ${number === 1 ? 'person' : 'people'}`;

/** Returns a text after its mark, in lines no wider than the window. */
export const marked = ({ paint, width }: Window, judgement: Judgement, text: string): string =>
  `${mark(paint, judgement)} ${wrap(text, width, '  ').trimStart()}`;

/** Writes a warning on the error stream. */
export const warn = (terminal: Terminal, text: string): void =>
  void terminal.err.write(`${marked(terminal, 'warning', text)}\n`);

/** Renders a result as one text, marked as done, or as a warning when there was nothing to do. */
export const doneOrWarning =
  (isDone: boolean, text: string) =>
  (_data: unknown, terminal: Terminal): string =>
    marked(terminal, isDone ? 'good' : 'warning', text);

/** Returns a time to the minute, in UTC. JSON has the exact time. */
export const moment = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;

const rootOf = (command: Command): Command => (command.parent ? rootOf(command.parent) : command);

/** Returns the example command lines for the end of a command’s help, each as this shell would run it. */
export const examples =
  (...lines: readonly string[]) =>
  ({ command }: AddHelpTextContext): string =>
    `\nExamples:\n${lines.map((line) => `  $ ${rootOf(command).name()} ${line}`).join('\n')}`;
