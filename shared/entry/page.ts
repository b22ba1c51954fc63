import type { EntryAction } from './entry.ts';

/** A fact of an entry in the words of its page. The server writes the words, so that every browser shows the same words. */
export interface EntryFact {
  /** The name of the field. */
  name: string;
  /** What the value is. */
  label: string;
  value: string;
}

/**
 * The states of the page of an entry.
 * - `shown`: the entry with its forms. The facts are everything that is stored about the prospect, in the same order for
 *   every entry.
 * - `failed`: the database failed, and a form changed nothing. The page has the form again.
 * - `incomplete`: the link is cut, because its token has another length than our tokens.
 * - `ended`: there is no such link, or its entry was removed.
 */
export type EntryView =
  | { view: 'shown'; facts: readonly EntryFact[]; allows: readonly EntryAction[] }
  | { view: 'confirmed'; email: string }
  | { view: 'removed' }
  | { view: 'failed'; action: EntryAction }
  | { view: 'incomplete' }
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
  failed: 503,
  incomplete: 410,
  ended: 410,
  unavailable: 503,
};
