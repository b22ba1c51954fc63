import type { Description, Refusal } from '../../deck/index.ts';
import type { Wordings } from '../sample/deck.ts';

/** What the page asks the worker. */
export type Question =
  /** Opens the template in this file. */
  | { kind: 'open'; file: Blob }
  /** Fills the template that was opened under this number. */
  | { kind: 'fill'; template: number; wordings: Wordings }
  | { kind: 'forget'; template: number }
  /** Fills the sample deck at an address with other wordings. */
  | { kind: 'refill'; address: string; wordings: Wordings };

/** What the page knows of a template. The pictures stay in the worker, which draws them. */
export type Described = Omit<Description, 'pictures'>;

/** A template that the worker keeps open until the page forgets it. */
export interface Opened {
  template: number;
  description: Described;
  /** Background, shapes and pictures of the template, drawn in several sizes, the largest first. */
  ground: readonly ImageBitmap[];
}

/** What the worker answers, by the kind of the question. `unread` is a file that the worker cannot read. */
export interface Answers {
  open: Opened | Refusal | 'unread';
  /** A file of PowerPoint. */
  fill: Blob;
  forget: undefined;
  refill: Blob;
}

export type Answer = Answers[keyof Answers];

/** What the worker posts: that its code has loaded, or the answer to the question of a number, or that it has none. */
export type Posted = 'ready' | [number, Answer | 'failed'];
