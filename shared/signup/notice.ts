import type { NoticePart } from '../page-config.ts';
import { paths } from '../paths.ts';
import { hasMail } from '../settings/backend.ts';
import type { Settings } from '../settings/schema.ts';
import { site } from '../site.ts';

type NoticeSettings = Pick<Settings, 'CONTACT_EMAIL' | 'SIGNUP_KEEP_UNTIL' | 'MAIL_URL'>;

/**
 * Returns a date (YYYY-MM-DD, or a moment as ISO 8601) in words: `31 December 2027`. Creates no formatter before the first
 * date, because the data that a formatter reads occupies 5 MiB of the server's memory.
 */
export const dateInWords = (date: string): string =>
  new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Returns the words of the notice after “until”, which say how long an address is kept. */
export const keptUntil = ({ SIGNUP_KEEP_UNTIL: date }: Pick<Settings, 'SIGNUP_KEEP_UNTIL'>) =>
  date === undefined ? 'you ask us to remove it' : dateInWords(date);

/** Returns the words of the notice, which a prospect reads under the address field. They depend on the settings. */
export function noticeParts(settings: NoticeSettings): NoticePart[] {
  const keeps = `${site.name} keeps your address to tell you about the launch, until ${keptUntil(settings)}.`;
  const mailto = `mailto:${settings.CONTACT_EMAIL}`;
  const privacy = { text: 'Privacy', href: paths.privacy };
  return hasMail(settings)
    ? [
        { text: `${keeps} Every mail has a link that removes it. ` },
        { text: 'Contact', href: mailto },
        { text: ', ' },
        privacy,
      ]
    : [
        { text: `${keeps} ` },
        { text: 'Write to us', href: mailto },
        { text: ' to be removed. ' },
        privacy,
      ];
}

/** Returns the notice as one text, with the address of each link in brackets. The table `notices` stores this text. */
export const noticeText = (parts: readonly NoticePart[]): string =>
  parts.map(({ text, href }) => (href ? `${text} (${href})` : text)).join('');

/** Returns the text of a stored notice without the addresses of its links. */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(/ \((?:mailto:|\/)[^()\s]{0,300}\)/g, '');
