import type { Settings } from '../settings/schema.ts';
import { dateInWords, withoutAddresses } from '../signup/notice.ts';
import type { Entry, EntryOutcome } from './entry.ts';
import type { EntryFacts, EntryView } from './page.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The settings that decide how long an entry is kept. */
export type Keeping = Pick<Settings, 'SIGNUP_UNCONFIRMED_DAYS' | 'SIGNUP_KEEP_UNTIL'>;

/** Returns how long the server keeps an entry, in words. */
function keptUntil({ row }: Entry, keeping: Keeping): string {
  const { SIGNUP_UNCONFIRMED_DAYS: days, SIGNUP_KEEP_UNTIL: date } = keeping;
  if (row.confirmed_at === null && days !== undefined) {
    const end = new Date(Date.parse(String(row.created_at)) + days * dayMs).toISOString();
    return `${dateInWords(end)}, unless you confirm it`;
  }
  return date === undefined
    ? 'Until you remove it'
    : `${dateInWords(date)}, or until you remove it`;
}

/** The buttons of the landing page. The form of another page, and the form without JavaScript, name no button. */
const homeSources: readonly unknown[] = ['nav', 'hero', 'cta'];
const placeOf = (source: unknown): string =>
  homeSources.includes(source) ? 'on our home page' : 'on our site';

function factsOf(entry: Entry, keeping: Keeping): EntryFacts {
  const { row, noticeText } = entry;
  return {
    email: String(row.email),
    signedUp: `${dateInWords(String(row.created_at))}, ${placeOf(row.source)}`,
    confirmed: row.confirmed_at === null ? null : dateInWords(String(row.confirmed_at)),
    keptUntil: keptUntil(entry, keeping),
    notice:
      noticeText === null
        ? 'We did not record which words you read.'
        : withoutAddresses(noticeText),
  };
}

/** Returns the view of an outcome. The view of a confirmed entry has no button to confirm. */
export function viewOf(
  outcome: Exclude<EntryOutcome, { end: 'invalid_request' }>,
  keeping: Keeping,
): EntryView {
  if (outcome.end === 'confirmed') {
    return { view: outcome.end, email: String(outcome.entry.row.email) };
  }
  if (outcome.end !== 'shown') return { view: outcome.end };
  const { entry } = outcome;
  const allows =
    entry.row.confirmed_at === null ? (['confirm', 'remove'] as const) : (['remove'] as const);
  return { view: 'shown', facts: factsOf(entry, keeping), allows };
}
