import type { EntryAction } from './entry.ts';

/** An entry in the words of its page. The server writes the words, so that every browser shows the same words. */
export interface EntryFacts {
  email: string;
  /** When and where the prospect signed up. */
  signedUp: string;
  /** When the prospect confirmed. Null: the prospect has not confirmed yet. */
  confirmed: string | null;
  keptUntil: string;
  /** The words of the notice that the prospect read under the form. */
  notice: string;
}

/** The states of the page of an entry: the entry with its forms, or the result of one of the forms. */
export type EntryView =
  | { view: 'shown'; facts: EntryFacts; allows: readonly EntryAction[] }
  | { view: 'confirmed'; email: string }
  | { view: 'removed' }
  | { view: 'ended' }
  | { view: 'unavailable' };

/** The id of the element that holds the page’s inert JSON, `<script type="application/json">`. */
export const entryElementId = 'entry-data';

/** The content of the page’s inert JSON. */
export interface EntryDocument {
  /** The token of the link. Empty when the page has no form. */
  token: string;
  view: EntryView;
}

/** HTTP status of each view. */
export const entryStatus: Record<EntryView['view'], 200 | 410 | 503> = {
  shown: 200,
  confirmed: 200,
  removed: 200,
  ended: 410,
  unavailable: 503,
};
