import * as z from 'zod/mini';
import { site } from '../site.ts';

/**
 * Every setting of the server, once: its name, its default, how it is read, and what to do when it is wrong.
 * `.env.example` says what each is for; `read.ts` reads them; `rules.ts` judges them together.
 */
export interface Setting {
  /** Masked wherever it is shown. */
  secret?: true;
  default?: string;
  /** In place of the default where `NODE_ENV` is production. */
  productionDefault?: string;
  schema: z.ZodMiniType;
  remedy: string;
}

/** Zod’s small edition: it starts in half the time, and says only what it is given to say. */
const numberWithin = (least: number, most: number) => {
  const says = `is not a whole number from ${least} to ${most}`;
  const isWithin = (value: number) => value >= least && value <= most;
  const isNumber = (value: string) => isCount(value) && isWithin(Number(value));
  return z.pipe(text.check(z.refine(isNumber, says)), z.transform(Number));
};
const wholeNumber = (least: number, most: number, fallback: string) => ({
  default: fallback,
  schema: numberWithin(least, most),
  remedy: `Use a whole number from ${least} to ${most}.`,
});
const oneOf = <const Values extends readonly string[]>(values: Values, fallback: string) => ({
  default: fallback,
  schema: z.enum(values, `is none of ${values.join(', ')}`),
  remedy: `Use one of ${values.join(', ')}.`,
});
const optional = <Schema extends z.ZodMiniType>(schema: Schema, remedy: string) => ({
  schema: z.optional(schema),
  remedy,
});
const text = z.string();
/** What travels in a header. */
const key = text.check(
  z.regex(/^[!-~]*$/, 'holds a blank or a letter beyond ASCII, which no key has'),
);
const atLeast16 = z.minLength(16, 'is shorter than 16 characters, and so could be guessed');
const sharedSecret = {
  secret: true,
  schema: z.optional(key.check(atLeast16)),
  remedy: 'Use at least 16 random characters, the same on both sides.',
} as const;
const httpUrl = z.url({ protocol: /^https?$/, error: 'is not an http or https address' });
const withoutSlash = z.pipe(
  httpUrl,
  z.transform((value) => value.replace(/\/+$/, '')),
);
const isOrigin = (value: string): boolean => new URL(value).origin === value;
const origin = withoutSlash.check(z.refine(isOrigin, 'is not an origin (scheme, host, port only)'));
/** What a PostgreSQL address may say of TLS, as libpq reads it. */
export const tlsParameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'];
const hasKnownParameters = (url: string): boolean =>
  [...new URL(url).searchParams.keys()].every(
    (name) => !name.startsWith('ssl') || tlsParameters.includes(name),
  );
const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
const hasKnownMode = (url: string): boolean =>
  sslModes.includes(new URL(url).searchParams.get('sslmode') ?? 'disable');
/** A letter in a password that is not written as its code ends the host, or begins another one. */
const isEncoded = (url: string): boolean =>
  /^\/?[^/@]*$/.test(new URL(url).pathname) && !/%(?![\da-f]{2})/i.test(url);
const postgresUrl = z
  .url({
    protocol: /^postgres(ql)?$/,
    hostname: /./,
    error: 'is not a postgres:// address',
    abort: true,
  })
  .check(
    z.refine(isEncoded, 'holds a letter that is not written as its code'),
    z.refine(hasKnownParameters, `says of TLS what is none of ${tlsParameters.join(', ')}`),
    z.refine(hasKnownMode, `has an sslmode that is none of ${sslModes.join(', ')}`),
  );
const reportUri = httpUrl.check(
  z.refine((value) => !/[\s;,"]/.test(value), 'holds a character that would end it in a header'),
);
/** More proxies than anybody has in front. */
const mostHops = 20;
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const isNetwork = (part: string): boolean => network.safeParse(part).success;
const isCount = (value: string): boolean => /^\d+$/.test(value);
/** A network shorter than /8 is a good part of the internet. */
const isEverybody = (part: string): boolean => part === 'true' || /\/[0-7]$/.test(part);
const partsOf = (list: string): string[] => list.split(',').map((part) => part.trim());
const hopsOrNetworks = text.check(
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
/** Counted by the database as a 32-bit integer. */
const limit = (fallback: string) => wholeNumber(1, 2_147_483_647, fallback);

export const settings = {
  PORT: wholeNumber(0, 65_535, '3000'),
  HOST: {
    default: '127.0.0.1',
    schema: text,
    remedy: 'Use 127.0.0.1, or 0.0.0.0 in a container.',
  },
  SITE_ORIGIN: {
    default: site.origin,
    schema: origin,
    remedy: 'Use scheme and host only, e.g. https://deckwright.example.',
  },
  CONTACT_EMAIL: {
    default: site.contactEmail,
    schema: z.email('is not an e-mail address'),
    remedy: 'Use one e-mail address, e.g. hello@your-domain.com.',
  },
  INDEXING: oneOf(['on', 'off'], 'on'),
  SUPABASE_URL: optional(withoutSlash, 'Use the project’s address, e.g. https://abcd.supabase.co.'),
  SUPABASE_PUBLISHABLE_KEY: optional(
    key,
    'Copy the publishable key from the project’s API settings.',
  ),
  SUPABASE_ANON_KEY: optional(key, 'Copy the anon key, or better, set SUPABASE_PUBLISHABLE_KEY.'),
  DATABASE_URL: {
    secret: true,
    ...optional(
      postgresUrl,
      'Use postgres://user:password@host:5432/database?sslmode=verify-full; in the password @ is %40, / %2F, # %23, ? %3F and % %25.',
    ),
  },
  DATA_DIR: {
    default: './data',
    schema: text,
    remedy: 'Name a folder that the server may write to.',
  },
  SIGNUP_TRANSPORT: oneOf(['proxy', 'direct'], 'proxy'),
  SIGNUP_PROXY_SECRET: sharedSecret,
  SIGNUP_OUTBOX: oneOf(['on', 'off'], 'off'),
  UPSTREAM_TIMEOUT_MS: wholeNumber(100, 60_000, '8000'),
  TURNSTILE_SITE_KEY: optional(key, 'Copy the site key from Turnstile.'),
  TURNSTILE_SECRET_KEY: {
    secret: true,
    ...optional(key, 'Copy the secret key from Turnstile.'),
  },
  TURNSTILE_VERIFY_URL: {
    default: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    schema: httpUrl,
    remedy: 'Leave it unset outside tests.',
  },
  BOT_CHECK_FALLBACK: oneOf(['allow', 'deny'], 'allow'),
  SIGNUP_LIMIT_PER_VISITOR_HOUR: limit('10'),
  SIGNUP_LIMIT_PER_ADDRESS_DAY: limit('5'),
  IP_HASH_SECRET: {
    secret: true,
    schema: z.optional(text.check(atLeast16)),
    remedy: 'Use at least 16 random characters, the same on every replica.',
  },
  TRUST_PROXY: optional(
    hopsOrNetworks,
    'Use a hop count such as 1, or networks such as 10.0.0.0/8.',
  ),
  HSTS_MAX_AGE: optional(
    numberWithin(0, 63_072_000),
    'Use 0 to 63072000; 0 takes back what was promised.',
  ),
  HSTS_INCLUDE_SUBDOMAINS: oneOf(['on', 'off'], 'off'),
  CSP_REPORT_URI: optional(
    reportUri,
    'Use the http or https address of a collector of such reports.',
  ),
  SHUTDOWN_DELAY_MS: {
    productionDefault: '5000',
    ...wholeNumber(0, 60_000, '0'),
  },
  METRICS_TOKEN: sharedSecret,
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  NODE_ENV: oneOf(['development', 'test', 'production'], 'development'),
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

export type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> };
