import * as z from 'zod/mini';
import { withAsciiDomain } from '../address.ts';

/** Schemas of the settings, each with the message for a bad value. `zod/mini` loads in half the time of `zod`. */

export const text = z.string();

const isCount = (value: string): boolean => /^\d+$/.test(value);

export const wholeNumber = (least: number, most: number) => {
  const says = `is not a whole number from ${least} to ${most}`;
  const isWithin = (value: number) => value >= least && value <= most;
  const isNumber = (value: string) => isCount(value) && isWithin(Number(value));
  return z.pipe(text.check(z.refine(isNumber, says)), z.transform(Number));
};

/** A value that is sent in a header. */
export const key = text.check(
  z.regex(/^[!-~]*$/, 'has a blank or a character that is not ASCII, which no key has'),
);
export const atLeast16 = z.minLength(16, 'is shorter than 16 characters, and so could be guessed');
export const atLeast32 = z.minLength(32, 'is shorter than 32 characters, and so could be guessed');

/** An address to listen on. */
export const host = text.check(
  z.regex(/^[^[\]]*$/, 'has brackets, which an address of IPv6 has only inside a URL'),
);

/** A path. A shell expands `~` and `$HOME`, and a file of settings does not. */
export const path = text.check(
  z.regex(/^(?![~$])/, 'begins with ~ or $, which only a shell expands'),
);

/** An http address that may hold `user:password@`. The sender turns them into a header. */
export const httpUrlWithUser = z.url({
  protocol: /^https?$/,
  error: 'is not an http or https address',
  abort: true,
});
const hasUser = (url: string): boolean => {
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
};
export const httpUrl = httpUrlWithUser.check(
  z.refine((url) => !hasUser(url), 'holds a user name or a password, which would be shown'),
);
export const withoutSlash = z.pipe(
  httpUrl,
  z.transform((value) => value.replace(/\/+$/, '')),
);
const isOrigin = (value: string): boolean => new URL(value).href === `${new URL(value).origin}/`;
/** An origin, as browsers send it: in lower case, in punycode, and without the port that belongs to the scheme. */
export const origin = z.pipe(
  withoutSlash.check(z.refine(isOrigin, 'is not an origin (scheme, host, port only)')),
  z.transform((value) => new URL(value).origin),
);
export const reportUri = httpUrl.check(
  z.refine((value) => !/[\s;,"]/.test(value), 'holds a character that would end it in a header'),
);

/** The most proxies in front of a server. A larger number is a mistake. */
const mostHops = 20;
const network = z.union([
  z.ipv4(),
  z.ipv6(),
  z.cidrv4(),
  z.cidrv6(),
  // The names that proxy-addr knows.
  z.enum(['loopback', 'linklocal', 'uniquelocal']),
]);
const isNetwork = (part: string): boolean => network.safeParse(part).success;
/** Returns whether a network is larger than a /8, which is a large part of the internet. */
const isEverybody = (part: string): boolean => part === 'true' || /\/[0-7]$/.test(part);
const partsOf = (list: string): string[] => list.split(',').map((part) => part.trim());
export const hopsOrNetworks = text.check(
  z.refine((value) => !partsOf(value).some(isEverybody), {
    error: 'trusts anyone who sends X-Forwarded-For',
    abort: true,
  }),
  z.refine(
    (value) => isCount(value) || partsOf(value).every(isNetwork),
    'is neither a hop count nor a list of networks',
  ),
  z.refine(
    (value) => !isCount(value) || Number(value) <= mostHops,
    `counts more than ${mostHops} proxies: anybody could choose an address`,
  ),
);

/** A key of the Standard Webhooks specification. */
export const eventSecret = text.check(
  z.regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'is not whsec_ and base64'),
);

export const date = z.iso.date('is not a date such as 2027-12-31');

export const dkimSelector = text.check(
  z.regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i, 'is not a selector'),
);

const leadsToLoopback = (url: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
/** Returns whether an address ends after its host. A `/` or a `#` of a password that is not percent-encoded would end the host. */
const endsAfterHost = (value: string): boolean => {
  const { pathname, hash } = new URL(value);
  return /^\/?$/.test(pathname) && hash === '';
};
const hasKnownMailParameters = (url: string): boolean =>
  [...new URL(url).searchParams].every(([name, value]) => name === 'tls' && value === 'none');
/** An address whose domain may be in any script. It is used in punycode. */
export const emailAddress = z.pipe(
  z.pipe(z.string(), z.transform(withAsciiDomain)),
  z.email('is not an e-mail address'),
);

/** `smtps://`, or `smtp://` with STARTTLS. Without TLS only on the loopback. */
export const mailUrl = z
  .url({
    protocol: /^smtps?$/,
    hostname: /./,
    error: 'is not an smtps:// or smtp:// address',
    abort: true,
  })
  .check(
    z.refine(
      (value) => !/%(?![\da-f]{2})/i.test(value),
      'has a % that begins no percent-encoded character',
    ),
    z.refine(endsAfterHost, 'has a reserved character that is not percent-encoded, or a path'),
    z.refine(hasKnownMailParameters, 'has a parameter other than tls=none'),
    z.refine(
      (value) => !new URL(value).searchParams.has('tls') || leadsToLoopback(value),
      'would send the password and the mails unencrypted: tls=none is for 127.0.0.1 only',
    ),
  );
