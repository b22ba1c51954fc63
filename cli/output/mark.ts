import { wrap } from './table.ts';
import type { Paint, Terminal } from './terminal.ts';

export type Verdict = 'good' | 'warning' | 'problem';

const marks = {
  good: ['green', '✓'],
  warning: ['yellow', '!'],
  problem: ['red', '✗'],
} as const;

/** ✓, ! or ✗, coloured with the text behind it. */
export const marked = (paint: Paint, verdict: Verdict, text: string): string =>
  `${paint(marks[verdict][0], marks[verdict][1])} ${text}`;

/** An outcome that is told in one text: done, or there was nothing to do. */
export const told =
  (isDone: boolean, text: string) =>
  (_data: unknown, { paint, width }: Terminal): string =>
    marked(paint, isDone ? 'good' : 'warning', wrap(text, width - 2, '  ').trimStart());
