import type { Description, FittedTitle, Refusal } from '../../deck/index.ts';

/** The wording that a visitor chose for a title, by the number of the slide. */
export type ChosenWordings = Readonly<Record<number, number>>;

/** What the page asks the worker. */
export type Question =
  | { kind: 'open'; file: File }
  /** Fills the template that was opened under this number. */
  | { kind: 'fill'; template: number; wordings: ChosenWordings }
  /** Fills the sample deck at an address with other wordings. */
  | { kind: 'refill'; address: string; wordings: ChosenWordings };

/** A template that the worker keeps open. */
export interface Opened {
  template: number;
  description: Description;
  titles: readonly (readonly FittedTitle[])[];
}

export type Answer = { opened: Opened | Refusal } | { filled: Uint8Array<ArrayBuffer> };
