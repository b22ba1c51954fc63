import escapeHtml from 'escape-html';
import { colors } from '../../shared/colors.ts';
import type { LinkKind } from '../../shared/entry/link.ts';
import { site } from '../../shared/site.ts';
import type { Message } from './message.ts';

export interface ConfirmationParts {
  to: string;
  kind: LinkKind;
  /** Absolute address of the page that shows the entry. A mail program that posts to it removes the entry. */
  entryUrl: string;
  /** Address that readers can write to. */
  contactEmail: string;
  /** `SIGNUP_UNCONFIRMED_DAYS`; undefined: unconfirmed entries stay. */
  unconfirmedDays: number | undefined;
}

/** The words of a mail that depend on its kind. */
interface Words {
  subject: string;
  /** The heading: the words before the marked words, and the marked words. */
  title: [plain: string, marked: string];
  asked: string;
  /** The words before the address of the page. */
  before: string;
}

const confirmWords: Words = {
  subject: `Confirm your place on ${site.name}’s list`,
  title: ['Confirm', 'your place'],
  asked: `You asked for early access to ${site.name}.`,
  before: 'Confirm your place:',
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
    before: 'Your entry:',
  },
};

const shown = `The page behind the link shows what we keep about you. There
you can also remove the entry. Opening the page changes
nothing.`;

const shownInShort = {
  confirm: 'The page behind this button shows what we keep, and lets you confirm or remove it.',
  reminder: 'The page behind this button shows what we keep, and lets you confirm or remove it.',
  entry: 'The page behind this button shows what we keep, and lets you remove it.',
} satisfies Record<LinkKind, string>;

type Asked = Pick<ConfirmationParts, 'kind' | 'unconfirmedDays'>;

/** Returns what happens to the reader who does nothing. The sentence must be what the server does. */
function doingNothing({ kind, unconfirmedDays }: Asked): string {
  if (kind === 'entry') return 'If it was not you, do nothing: your entry stays as it is.';
  return unconfirmedDays === undefined
    ? 'If it was not you, press “Remove” on that page: the entry stays until it is removed.'
    : `If it was not you, do nothing: an unconfirmed entry is removed after ${days(unconfirmedDays)}.`;
}

const days = (count: number): string => (count === 1 ? 'one day' : `${count} days`);

function plainText(parts: ConfirmationParts): string {
  const { asked, before } = words[parts.kind];
  return `${asked}

${before}
${parts.entryUrl}

${shown}

The link works until the entry is removed.
${doingNothing(parts)}

${site.promise}
${site.name}, ${parts.contactEmail}
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
function html(parts: ConfirmationParts): string {
  const address = escapeHtml(parts.entryUrl);
  const { subject, title, asked } = words[parts.kind];
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
<p style="margin: 0 0 24px; font-size: 16px; line-height: 1.55; color: ${ink2}">${escapeHtml(`${asked} ${shownInShort[parts.kind]}`)}</p>
<p style="margin: 0 0 24px"><a href="${address}" style="display: inline-block; padding: 16px 24px; background: ${ink}; color: ${sheet}; font-size: 16px; font-weight: 600; text-decoration: none; border-radius: 2px">Open your entry</a></p>
<p style="margin: 0; font-size: 14px; line-height: 1.55; color: ${ink3}">Or copy this address:<br><a href="${address}" style="color: ${ink}; text-decoration: none; word-break: break-all">${address}</a></p>
</div>
<p style="margin: 0; padding: 16px 32px 20px; border-top: 1px solid ${rule}; font-size: 13px; line-height: 1.6; color: ${ink3}">Opening the page changes nothing. The link works until the entry is removed. ${escapeHtml(doingNothing(parts))}</p>
</div>
</body>
</html>
`;
}

/** Returns the mail with the link to an entry. It holds nothing that a visitor typed but the address it goes to. */
export const confirmationMessage = (parts: ConfirmationParts): Message => ({
  to: parts.to,
  subject: words[parts.kind].subject,
  text: plainText(parts),
  html: html(parts),
  oneClickRemoval: parts.entryUrl,
});
