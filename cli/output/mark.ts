import type { Paint } from './terminal.ts';

export type Verdict = 'good' | 'warning' | 'problem';

const marks = {
  good: ['green', '✓'],
  warning: ['yellow', '!'],
  problem: ['red', '✗'],
} as const;

/** ✓, ! or ✗, coloured with the text behind it. */
export const marked = (paint: Paint, verdict: Verdict, text: string): string =>
  `${paint(marks[verdict][0], marks[verdict][1])} ${text}`;
