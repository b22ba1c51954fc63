import { Help } from 'commander';
import type { Paint, Terminal } from './terminal.ts';

type Window = Pick<Terminal, 'paint' | 'width'>;
export type Verdict = 'good' | 'warning' | 'problem';

const marks = {
  good: ['green', '✓'],
  warning: ['yellow', '!'],
  problem: ['red', '✗'],
} as const;

/** ✓, ! or ✗ in its colour. */
export const mark = (paint: Paint, verdict: Verdict): string =>
  paint(marks[verdict][0], marks[verdict][1]);

export const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;

const help = new Help();
help.minWidthToWrap = 1;

/** Words in lines no wider than the window, each after the same indentation. */
export const wrap = (text: string, width: number, indentation = ''): string =>
  indentation + help.boxWrap(text, width - indentation.length).replaceAll('\n', `\n${indentation}`);

/** `1 sign-up`, `2 sign-ups`. */
export const plural = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;

/** A text behind its mark, no wider than the window. */
export const marked = ({ paint, width }: Window, verdict: Verdict, text: string): string =>
  `${mark(paint, verdict)} ${wrap(text, width, '  ').trimStart()}`;

/** An outcome that is told in one text: done, or there was nothing to do. */
export const told =
  (isDone: boolean, text: string) =>
  (_data: unknown, terminal: Terminal): string =>
    marked(terminal, isDone ? 'good' : 'warning', text);

/** To the minute, UTC: finer is for machines. */
export const moment = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
