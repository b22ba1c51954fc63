import { longestEmail } from '../address.ts';

/** The names, headers, values and limits of a sign-up that browser, server, function and terminal share. */

export const functionName = 'secure-signup';
/** The end of the function’s path for requests about an entry. */
export const entryEnding = '/entry';

/** The buttons that open the dialog. Any other source becomes {@link defaultSource}. */
export const sources = ['nav', 'hero', 'cta'] as const;
export const defaultSource = 'modal';
export type Source = (typeof sources)[number] | typeof defaultSource;

/** The result of the bot check, as a row stores it. */
export const botVerdicts = ['passed', 'skipped', 'unavailable'] as const;
export type BotVerdict = (typeof botVerdicts)[number];

/**
 * The visitor’s address, as the server saw it. The function trusts this header only together with the shared secret
 * (`SIGNUP_PROXY_SECRET`).
 */
export const visitorHeader = 'x-deckwright-visitor';
export const proxySecretHeader = 'x-deckwright-proxy-secret';
/**
 * The result of a bot check that the server made itself, for a sign-up from its outbox: the server has counted the
 * visitor, and the token is spent. The function refuses this header without the shared secret.
 */
export const checkedHeader = 'x-deckwright-bot-check';
/** Milliseconds that such a sign-up has waited in the outbox. A time would depend on the clocks of two machines. */
export const waitedHeader = 'x-deckwright-waited-ms';
/**
 * `unknown`: the form had no clock, because the browser ran no JavaScript. The function then ignores `formFillTime`
 * and stores none. The header needs no secret, because a sender can claim any fill time anyway.
 */
export const fillTimeHeader = 'x-deckwright-fill-time';
export const unknownFillTime = 'unknown';
/** Marks an operator’s canary sign-up (`ping --canary`). Its value is the shared secret. */
export const canaryHeader = 'x-deckwright-canary';
/** The address of every canary sign-up, whatever address it sends. Its row is deleted in the same transaction. */
export const canaryEmail = 'canary@deckwright.invalid';

/** Limits of one sign-up. Times in milliseconds, sizes in characters or bytes. */
export const signupLimits = {
  minimumFillTimeMs: 2000,
  emailLength: longestEmail,
  tokenLength: 2048,
  userAgentLength: 512,
  campaignLength: 64,
  bodyBytes: 8 * 1024,
} as const;

/** The widget sends this action name, and siteverify must return it. */
export const botCheckAction = 'early-access';

/** Replaces every character of a header’s text that is not printable ASCII, because not every database stores it. */
export const printableAscii = (value: string): string => value.replaceAll(/[^\x20-\x7e]/g, '?');

export const asSource = (value: unknown): Source =>
  sources.find((source) => source === value) ?? defaultSource;

/** Hexadecimal digits of the version of a notice. */
export const noticeVersionLength = 12;
export const noticeVersionPattern = new RegExp(`^[0-9a-f]{${noticeVersionLength}}$`);

/** Returns whether a text has the form of a notice’s version. */
export const isNoticeVersion = (text: string): boolean => noticeVersionPattern.test(text);

/** Returns the version of a notice. Returns null for anything else, so that a bad version loses no prospect. */
export const asNotice = (value: unknown): string | null =>
  typeof value === 'string' && isNoticeVersion(value) ? value : null;

/**
 * A source or a host name, and a campaign after a slash: `newsletter/launch`, `news.example`. Each part has a letter or a
 * digit, because `-` names nothing.
 */
const campaignPattern = /^[._-]*[a-z0-9][a-z0-9._-]*(?:\/[._-]*[a-z0-9][a-z0-9._-]*)?$/;

/** Returns a campaign in lower case. Returns null for anything else, so that a bad campaign loses no prospect. */
export function asCampaign(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > signupLimits.campaignLength) return null;
  const campaign = value.toLowerCase();
  return campaignPattern.test(campaign) ? campaign : null;
}
