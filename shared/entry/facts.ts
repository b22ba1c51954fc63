import type { Settings } from '../settings/schema.ts';
import { type Column, columns } from '../signup/fields.ts';
import { dateInWords, daysInWords } from '../signup/notice.ts';
import type { Entry, EntryOutcome } from './entry.ts';
import type { EntryFact, EntryView } from './page.ts';

/** The settings that decide how long an entry is kept. */
export type Keeping = Partial<Pick<Settings, 'SIGNUP_UNCONFIRMED_DAYS' | 'SIGNUP_KEEP_UNTIL'>>;

/** Returns how long the server keeps an entry, in words. */
function keptUntil({ row }: Entry, keeping: Keeping): string {
  const { SIGNUP_UNCONFIRMED_DAYS: days, SIGNUP_KEEP_UNTIL: date } = keeping;
  if (row.confirmed_at === null && days !== undefined) {
    return `${daysInWords(days)} after our newest mail to you, unless you confirm it`;
  }
  return date === undefined
    ? 'Until you remove it'
    : `${dateInWords(date)}, or until you remove it`;
}

/** Returns a stored value in plain words. */
function inWords({ kind, inWords: words, empty }: Column, value: string | number | null): string {
  if (value === null || value === '') return empty ?? 'Not recorded';
  if (words) return words(value);
  return kind === 'time' || kind === 'day' ? dateInWords(String(value)) : String(value);
}

/**
 * Returns everything that is stored about a prospect, in plain words: each column of the table of fields, the text of the
 * notice, and how long the entry is kept. The page of an entry shows these facts.
 * @param display returns an address as people write it, with its domain in its own script.
 */
export function factsOf(
  entry: Entry,
  keeping: Keeping,
  display: (address: string) => string,
): EntryFact[] {
  const { row, noticeText } = entry;
  const ofColumn = ({ name, ...column }: (typeof columns)[number]): EntryFact => {
    const value = inWords(column, row[column.column as keyof Entry['row']]);
    return { name, label: column.label, value: name === 'email' ? display(value) : value };
  };
  const notice = noticeText === null ? 'Not recorded' : noticeText;
  return [
    ...columns.map(ofColumn),
    { name: 'noticeText', label: 'What that notice says', value: notice },
    { name: 'keptUntil', label: 'Kept until', value: keptUntil(entry, keeping) },
  ];
}

/** Returns the view of an outcome. The view of a confirmed entry has no button to confirm. */
export function viewOf(
  outcome: Exclude<EntryOutcome, { end: 'invalid_request' }>,
  keeping: Keeping,
  display: (address: string) => string,
): EntryView {
  if (outcome.end === 'confirmed') {
    return { view: outcome.end, email: display(String(outcome.entry.row.email)) };
  }
  if (outcome.end !== 'shown') return { view: outcome.end };
  const { entry } = outcome;
  const facts = factsOf(entry, keeping, display);
  return entry.row.confirmed_at === null
    ? { view: 'shown', facts, allows: ['confirm', 'remove'] }
    : { view: 'shown', facts, allows: ['remove'] };
}
