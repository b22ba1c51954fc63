import * as z from 'zod/mini';

export const functionName = 'secure-signup';
/** Apart, because the page's first script needs them without zod. */
export { openedPath, signupPath } from './paths.ts';

/** Where a sign-up came from; anything else counts as {@link defaultSource}. */
export const sources = ['nav', 'hero', 'cta'] as const;
export const defaultSource = 'modal';
export type Source = (typeof sources)[number] | typeof defaultSource;

/**
 * The proxy tells the function whom it speaks for; honoured only together with the shared secret
 * (`SIGNUP_PROXY_SECRET`).
 */
export const visitorHeader = 'x-deckwright-visitor';
export const proxySecretHeader = 'x-deckwright-proxy-secret';
/**
 * The verdict of a bot check that the proxy made itself, with a sign-up that it kept while the function was
 * out of reach: its limit was counted then, its token is spent. Refused without the shared secret.
 */
export const checkedHeader = 'x-deckwright-bot-check';
/** Marks an operator’s trial (`ping --canary`); its value is the shared secret. */
export const canaryHeader = 'x-deckwright-canary';
/** The address of every trial, whatever it sends: nothing of it stays. */
export const canaryEmail = 'canary@deckwright.invalid';

/** Limits of one sign-up. Times in milliseconds, sizes in characters or bytes. */
export const signupLimits = {
  minimumFillTimeMs: 2000,
  emailLength: 254,
  tokenLength: 2048,
  userAgentLength: 512,
  bodyBytes: 8 * 1024,
} as const;

/** The action name that the widget sends and siteverify must return. */
export const botCheckAction = 'early-access';

/**
 * Local part, @, domain, dot and a suffix of two letters or more: what `<input type="email">`
 * accepts (HTML standard, “valid e-mail address”), with the dot and the suffix made obligatory, and the local part
 * at most 64 characters and each label 63 (RFC 5321, 4.5.3.1; RFC 1035, 2.3.4).
 */
const emailPattern =
  // biome-ignore lint/complexity/noUselessEscapeInRegex: a browser compiles `pattern` with the flag `v`, which needs them
  /^[a-z0-9.!#$%&'*+\/=?^_`\{\|\}~\-]{1,64}@(?:[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** The same rule for the attribute `pattern` of an input, whose value is not yet in lower case. */
export const emailInputPattern = emailPattern.source.replaceAll('a-z', 'a-zA-Z');

/** The address as it is stored and compared: trimmed and in lower case. */
export const normaliseEmail = (value: string): string => value.trim().toLowerCase();

/** No database keeps a NUL in a text, nor half of a character. */
const storable = (value: string): string => value.replaceAll('\0', '').toWellFormed();

/** Whether a normalised address is one that we accept. */
export const isEmail = (value: string): boolean =>
  value.length <= signupLimits.emailLength && emailPattern.test(value);

export const asSource = (value: unknown): Source =>
  sources.find((source) => source === value) ?? defaultSource;

/**
 * The shape of a request body. It judges form, not meaning: address, fill time and honeypot have codes
 * of their own. One pure expression, so that a bundle that only needs the texts drops zod.
 */
export const signupSchema = /* @__PURE__ */ (() =>
  z.object({
    email: z.pipe(z.string(), z.transform(normaliseEmail)),
    source: z.pipe(z.unknown(), z.transform(asSource)),
    turnstileToken: z._default(
      z.nullable(z.string().check(z.minLength(1), z.maxLength(signupLimits.tokenLength))),
      null,
    ),
    /** Milliseconds from opening the form to submitting it. */
    formFillTime: z.number().check(z.nonnegative()),
    userAgent: z.pipe(
      z._default(z.string(), ''),
      z.transform((value) => storable(value.slice(0, signupLimits.userAgentLength))),
    ),
    /** The honeypot: a real form never sends it. */
    website: z.optional(z.string()),
  }))();

/** What the browser sends. */
export type SignupRequest = Omit<Required<z.input<typeof signupSchema>>, 'website'>;
export type ParsedSignup = z.output<typeof signupSchema>;
