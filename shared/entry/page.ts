import type { Settings } from '../settings/schema.ts';
import { dateInWords, withoutAddresses } from '../signup/notice.ts';
import type { Entry, EntryAction, EntryOutcome } from './entry.ts';

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
  /** The new address, while its owner has not confirmed the change. */
  pendingEmail: string | null;
}

/** The states of the page of an entry: the entry with its forms, or the result of one of the forms. */
export type EntryView =
  | { view: 'shown'; facts: EntryFacts; allows: readonly EntryAction[] }
  | { view: 'confirmed'; email: string }
  | { view: 'change_requested'; email: string; newEmail: string }
  | { view: 'removed' }
  | { view: 'invalid_email' }
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
export const entryStatus: Record<EntryView['view'], 200 | 410 | 422 | 503> = {
  shown: 200,
  confirmed: 200,
  change_requested: 200,
  removed: 200,
  invalid_email: 422,
  ended: 410,
  unavailable: 503,
};

const dayMs = 24 * 60 * 60 * 1000;

/** The settings that decide how long an entry is kept. */
export type Keeping = Pick<Settings, 'SIGNUP_UNCONFIRMED_DAYS' | 'SIGNUP_KEEP_UNTIL'>;

/** Returns how long the server keeps an entry, in words. */
function keptUntil({ confirmedAt, createdAt }: Entry, keeping: Keeping): string {
  const { SIGNUP_UNCONFIRMED_DAYS: days, SIGNUP_KEEP_UNTIL: date } = keeping;
  if (confirmedAt === null && days !== undefined) {
    const end = new Date(Date.parse(createdAt) + days * dayMs).toISOString();
    return `${dateInWords(end)}, unless you confirm it`;
  }
  return date === undefined
    ? 'Until you remove it'
    : `${dateInWords(date)}, or until you remove it`;
}

/** The buttons of the landing page. The form of another page, and the form without JavaScript, name no button. */
const homeSources: readonly string[] = ['nav', 'hero', 'cta'];
const placeOf = (source: string): string =>
  homeSources.includes(source) ? 'on our home page' : 'on our site';

function factsOf(entry: Entry, keeping: Keeping, mayChange: boolean): EntryFacts {
  const { email, createdAt, source, confirmedAt, pendingEmail, notice } = entry;
  return {
    email,
    signedUp: `${dateInWords(createdAt)}, ${placeOf(source)}`,
    confirmed: confirmedAt === null ? null : dateInWords(confirmedAt),
    keptUntil: keptUntil(entry, keeping),
    notice: notice === null ? 'We did not record which words you read.' : withoutAddresses(notice),
    pendingEmail: mayChange ? pendingEmail : null,
  };
}

/** Returns the view of an outcome. The view of a confirmed entry has no button to confirm. */
export function viewOf(
  outcome: Exclude<EntryOutcome, { end: 'invalid_request' }>,
  keeping: Keeping,
): EntryView {
  if (outcome.end === 'confirmed') return { view: outcome.end, email: outcome.entry.email };
  if (outcome.end === 'change_requested') {
    const { email, pendingEmail } = outcome.entry;
    return { view: outcome.end, email, newEmail: pendingEmail ?? '' };
  }
  if (outcome.end !== 'shown') return { view: outcome.end };
  const { entry } = outcome;
  const allows = outcome.allows.filter((one) => one !== 'confirm' || entry.confirmedAt === null);
  return { view: 'shown', facts: factsOf(entry, keeping, allows.includes('change')), allows };
}
