import escapeHtml from 'escape-html';
import { colors } from '../../shared/colors.ts';
import type { LinkKind } from '../../shared/entry/link.ts';
import { daysInWords } from '../../shared/signup/notice.ts';
import { site } from '../../shared/site.ts';

/** A mail that is ready to be sent. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The address to which a mail program posts when the reader presses the program’s own "unsubscribe" (RFC 8058). */
  oneClickRemoval: string;
}

export interface MailParts {
  to: string;
  kind: LinkKind;
  /** Absolute address of the page that shows the entry. A mail program that posts to it removes the entry. */
  entryUrl: string;
  /** Address that readers can write to. */
  contactEmail: string;
  /** `SIGNUP_UNCONFIRMED_DAYS`; undefined: unconfirmed entries stay. */
  unconfirmedDays: number | undefined;
}

/** The words of a mail that depend on its kind. The HTML and the plain text have the same words. */
interface Words {
  subject: string;
  /** The heading: the words before the marked words, and the marked words. */
  title: [plain: string, marked: string];
  asked: string;
  /** The words of the button, which stand before the address in the plain text. */
  button: string;
  /** What the page behind the link is for. */
  page: string;
}

const confirmWords: Words = {
  subject: `Confirm your place on ${site.name}’s list`,
  title: ['Confirm', 'your place'],
  asked: `You asked for early access to ${site.name}.`,
  button: 'Confirm your place',
  page: 'The page behind the link shows what we keep about you, and lets you confirm or remove it.',
};

const words: Record<LinkKind, Words> = {
  confirm: confirmWords,
  reminder: {
    ...confirmWords,
    asked: `You asked for early access to ${site.name}, and your place is not confirmed yet.`,
  },
  entry: {
    subject: `Your entry on ${site.name}’s list`,
    title: ['Your', 'entry'],
    asked: `You asked for early access to ${site.name} again. Your place is confirmed already.`,
    button: 'Open your entry',
    page: 'The page behind the link shows what we keep about you, and lets you remove it.',
  },
};

/** Returns what happens to the reader who does nothing. The sentence must be what the server does. */
function doingNothing({ kind, unconfirmedDays }: MailParts): string {
  if (kind === 'entry') return 'If it was not you, do nothing: your entry stays as it is.';
  return unconfirmedDays === undefined
    ? 'If it was not you, press “Remove” on that page: the entry stays until it is removed.'
    : `If it was not you, do nothing: an unconfirmed entry is removed after ${daysInWords(unconfirmedDays)}.`;
}

/** Returns the small print of a mail. */
const smallPrint = (parts: MailParts): string =>
  `Opening the page changes nothing. The link works until the entry is removed. ${doingNothing(parts)}`;

/** The longest line of the plain text, in characters. */
const lineLength = 72;

/** Returns a text in lines that every mail program shows whole. */
function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= lineLength) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines.join('\n');
}

/** Returns the two last lines of a mail. */
const signature = ({ contactEmail }: MailParts): [string, string] => [
  site.promise,
  `${site.name}, ${contactEmail}`,
];

function plainText(parts: MailParts): string {
  const { asked, button, page } = words[parts.kind];
  return `${wrapped(`${asked} ${page}`)}

${button}:
${parts.entryUrl}

${wrapped(smallPrint(parts))}

${signature(parts).join('\n')}
`;
}

/** The colours of the site's light theme. */
const [paper, sheet, rule] = [colors.paper[0], colors.sheet[0], colors.rule[0]];
const [ink, ink2, ink3] = [colors.ink[0], colors['ink-2'][0], colors['ink-3'][0]];

/**
 * Returns the mail as HTML. Colours stand in `style` attributes, because mail programs drop style sheets. `color-scheme`
 * tells a mail program with a dark mode that the mail suits both schemes. The colours stay readable when a program inverts
 * them.
 */
function html(parts: MailParts): string {
  const address = escapeHtml(parts.entryUrl);
  const { subject, title, asked, button, page } = words[parts.kind];
  const serif = "font-family: 'STIX Two Text', Georgia, serif; font-weight: 500";
  const sans = 'font-family: Helvetica, Arial, sans-serif';
  const marker = `background: ${colors.marker[0]}; color: ${colors['on-marker'][0]}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin: 0; padding: 24px; background: ${paper}; color: ${ink}; ${sans}">
<div style="max-width: 580px; margin: 0 auto; background: ${sheet}; border: 1px solid ${rule}">
<div style="padding: 28px 32px">
<p style="margin: 0 0 20px; font-size: 21px; ${serif}">${escapeHtml(site.name)}</p>
<h1 style="margin: 0 0 12px; font-size: 31px; line-height: 1.25; ${serif}">${title[0]} <span style="${marker}; padding: 0 4px">${title[1]}</span></h1>
<p style="margin: 0 0 24px; font-size: 16px; line-height: 1.55; color: ${ink2}">${escapeHtml(`${asked} ${page}`)}</p>
<p style="margin: 0 0 24px"><a href="${address}" style="display: inline-block; padding: 16px 24px; background: ${ink}; color: ${sheet}; font-size: 16px; font-weight: 600; text-decoration: none; border-radius: 2px">${escapeHtml(button)}</a></p>
<p style="margin: 0; font-size: 14px; line-height: 1.55; color: ${ink3}">Or copy this address:<br><a href="${address}" style="color: ${ink}; text-decoration: none; word-break: break-all">${address}</a></p>
</div>
<p style="margin: 0; padding: 16px 32px 20px; border-top: 1px solid ${rule}; font-size: 13px; line-height: 1.6; color: ${ink3}">${escapeHtml(smallPrint(parts))}<br><br>${signature(parts).map(escapeHtml).join('<br>')}</p>
</div>
</body>
</html>
`;
}

/** Returns the mail with the link to an entry. No text of a visitor is in the mail, except the address of its recipient. */
export const writeMail = (parts: MailParts): Message => ({
  to: parts.to,
  subject: words[parts.kind].subject,
  text: plainText(parts),
  html: html(parts),
  oneClickRemoval: parts.entryUrl,
});
