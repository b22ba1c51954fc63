import { hasMail } from '../settings/backend.ts';
import type { Settings } from '../settings/schema.ts';
import { site } from '../site.ts';

/** A part of the notice: a text, or the words of a link. A text and a link always alternate. */
export interface NoticePart {
  text: string;
  /** The address of a link. Absent for a text. */
  href?: string;
}

type NoticeSettings = Pick<
  Settings,
  'CONTACT_EMAIL' | 'SIGNUP_KEEP_UNTIL' | 'MAIL_URL' | 'SUPABASE_URL' | 'SIGNUP_EVENT_ADDRESS'
>;

/**
 * Returns a date (YYYY-MM-DD, or a moment as ISO 8601) in words: `31 December 2027`. Creates no formatter before the first
 * date, because the data that a formatter reads occupies 5 MiB of the server's memory.
 */
export const dateInWords = (date: string): string =>
  new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Returns a number of days in words: `one day`, `30 days`. */
export const daysInWords = (count: number): string => (count === 1 ? 'one day' : `${count} days`);

/** Returns the words of the notice after “until”, which say how long an address is kept. */
export const keptUntil = ({ SIGNUP_KEEP_UNTIL: date }: Pick<Settings, 'SIGNUP_KEEP_UNTIL'>) =>
  date === undefined ? 'you ask us to remove it' : dateInWords(date);

/** Names the companies that get an address with these settings. */
const companiesIn = (settings: NoticeSettings): string[] =>
  [
    settings.SUPABASE_URL !== undefined && 'the company that hosts our list',
    hasMail(settings) && 'the company that carries our mail',
    settings.SIGNUP_EVENT_ADDRESS === 'on' && 'the company that keeps our contacts',
  ].filter((company) => company !== false);

/** Returns who else gets an address, in words. */
function sharedWith(companies: string[]): string {
  if (companies.length === 0) return 'Nobody else gets it.';
  return `Nobody else gets it, apart from ${companies.join(', ').replace(/, (?=[^,]*$)/, ' and ')}.`;
}

/** Returns the words of the notice, which a prospect reads under the address field. They depend on the settings. */
export function noticeParts(settings: NoticeSettings): NoticePart[] {
  const keeps = `${site.name} keeps this address and the day you gave it, to tell you about the launch and for nothing else, until ${keptUntil(settings)}. ${sharedWith(companiesIn(settings))}`;
  if (hasMail(settings)) return [{ text: `${keeps} Every mail has a link that removes it.` }];
  return [
    { text: `${keeps} To remove it, write to ` },
    { text: settings.CONTACT_EMAIL, href: `mailto:${settings.CONTACT_EMAIL}` },
    { text: '.' },
  ];
}

/** Returns the notice as one text. The table `notices` stores this text. */
export const noticeText = (parts: readonly NoticePart[]): string =>
  parts.map(({ text }) => text).join('');
