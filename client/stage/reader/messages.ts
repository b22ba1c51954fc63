import type { Description, Refusal } from '../../deck/index.ts';
import type { Wordings } from '../sample/deck.ts';

/** What the page asks the worker. */
export type Question =
  | { kind: 'open'; file: File }
  /** Fills the template that was opened under this number. */
  | { kind: 'fill'; template: number; wordings: Wordings }
  /** Fills the sample deck at an address with other wordings. */
  | { kind: 'refill'; address: string; wordings: Wordings };

/** A template that the worker keeps open. */
export interface Opened {
  template: number;
  description: Description;
}

export type Answer = { opened: Opened | Refusal } | { filled: Uint8Array<ArrayBuffer> };
