import escapeHtml from 'escape-html';
import { colors } from '../../shared/colors.ts';
import { linkDays } from '../../shared/entry/link.ts';
import { site } from '../../shared/site.ts';
import type { Message } from './message.ts';

export interface ConfirmationParts {
  to: string;
  /** Absolute address of the page that shows the entry. */
  entryUrl: string;
  /** Absolute address that removes the entry when it is posted to. */
  removalUrl: string;
  /** Address that readers can write to. */
  contactEmail: string;
  /** The mail goes to the new address of an entry, whose owner asked for the change. */
  isChange: boolean;
  /** `SIGNUP_UNCONFIRMED_DAYS`; undefined: unconfirmed entries stay. */
  unconfirmedDays: number | undefined;
}

const subject = `Confirm your place on ${site.name}’s list`;
type Asked = Pick<ConfirmationParts, 'isChange' | 'unconfirmedDays'>;

const asked = ({ isChange }: Asked): string =>
  isChange
    ? `You asked ${site.name} to write to this address from now on.`
    : `You asked for early access to ${site.name}.`;

const shown = ({ isChange }: Asked): string =>
  isChange
    ? `The page behind the link asks you to confirm this
address. The old address is then removed. Opening the
page changes nothing.`
    : `The page behind the link shows what we keep: this
address and when you left it. There you can also
change the address or remove the entry. Opening the
page changes nothing.`;

const shownInShort = ({ isChange }: Asked): string =>
  isChange
    ? 'The page behind this button asks you to confirm this address. The old address is then removed.'
    : 'The page behind this button shows what we keep, and lets you confirm, change or remove it.';

/** Returns what happens to the reader who does nothing. The sentence must be what the server does. */
const doingNothing = ({ isChange, unconfirmedDays }: Asked): string =>
  unconfirmedDays === undefined || isChange
    ? 'If it was not you, do nothing: without a confirmation nothing changes.'
    : `If it was not you, do nothing: an unconfirmed entry is removed after ${days(unconfirmedDays)}.`;

const days = (count: number): string => (count === 1 ? 'one day' : `${count} days`);

function plainText(parts: ConfirmationParts): string {
  return `${asked(parts)}

Confirm your place:
${parts.entryUrl}

${shown(parts)}

The link works for ${days(linkDays)}.
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
<h1 style="margin: 0 0 12px; font-size: 31px; line-height: 1.25; ${serif}">Confirm <span style="${marker}; padding: 0 4px">your place</span></h1>
<p style="margin: 0 0 24px; font-size: 16px; line-height: 1.55; color: ${ink2}">${escapeHtml(`${asked(parts)} ${shownInShort(parts)}`)}</p>
<p style="margin: 0 0 24px"><a href="${address}" style="display: inline-block; padding: 16px 24px; background: ${ink}; color: ${sheet}; font-size: 16px; font-weight: 600; text-decoration: none; border-radius: 2px">Open your entry</a></p>
<p style="margin: 0; font-size: 14px; line-height: 1.55; color: ${ink3}">Or copy this address:<br><a href="${address}" style="color: ${ink}; text-decoration: none; word-break: break-all">${address}</a></p>
</div>
<p style="margin: 0; padding: 16px 32px 20px; border-top: 1px solid ${rule}; font-size: 13px; line-height: 1.6; color: ${ink3}">Opening the page changes nothing. The link works for ${days(linkDays)}. ${escapeHtml(doingNothing(parts))}</p>
</div>
</body>
</html>
`;
}

/** Returns the mail that asks a prospect to confirm. It holds nothing that a visitor typed but the address it goes to. */
export const confirmationMessage = (parts: ConfirmationParts): Message => ({
  to: parts.to,
  subject,
  text: plainText(parts),
  html: html(parts),
  oneClickRemoval: parts.removalUrl,
});
