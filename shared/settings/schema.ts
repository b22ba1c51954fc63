import * as z from 'zod/mini';
import { site } from '../site.ts';

/**
 * Every setting of the server, once: its name, what it is for, its default, how it is read, and what to do
 * when it is wrong. `read.ts` reads them; `contradictions.ts` and `warnings.ts` judge them together.
 */
export interface Setting {
  about: string;
  /** Masked wherever it is shown. */
  secret?: true;
  default?: string;
  /** In place of the default where `NODE_ENV` is production. */
  productionDefault?: string;
  schema: z.ZodMiniType;
  remedy: string;
}

/** Zod’s small edition: it starts in half the time, and says only what it is given to say. */
const wholeNumber = (least: number, most: number) => {
  const says = `is not a whole number from ${least} to ${most}`;
  const isWithin = (value: number) => value >= least && value <= most;
  const isNumber = (value: string) => /^\d+$/.test(value) && isWithin(Number(value));
  return z.pipe(z.string().check(z.refine(isNumber, says)), z.transform(Number));
};
const text = z.string();
/** What travels in a header. */
const key = z
  .string()
  .check(z.regex(/^[!-~]*$/, 'holds a blank or a letter beyond ASCII, which no key has'));
const atLeast16 = z.minLength(16, 'is shorter than 16 characters, and so could be guessed');
/** Counted by the database as a 32-bit integer. */
const limit = wholeNumber(1, 2_147_483_647);
const oneOf = <const Values extends readonly string[]>(...values: Values) =>
  z.enum(values, `is none of ${values.join(', ')}`);
const httpUrl = z.url({ protocol: /^https?$/, error: 'is not an http or https address' });
const withoutSlash = z.pipe(
  httpUrl,
  z.transform((value) => value.replace(/\/+$/, '')),
);
const origin = withoutSlash.check(
  z.refine(
    (value) => new URL(value).origin === value,
    'is not an origin (scheme, host, port only)',
  ),
);
const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'is not a postgres:// address', abort: true })
  .check(
    z.refine(
      (value) => {
        const mode = new URL(value).searchParams.get('sslmode');
        return mode === null || sslModes.includes(mode);
      },
      `has an sslmode that is none of ${sslModes.join(', ')}`,
    ),
  );
/** More proxies than anybody has in front. */
const mostHops = 20;
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const isNetwork = (part: string): boolean => network.safeParse(part).success;
/** A network shorter than /8 is a good part of the internet. */
const isEverybody = (part: string): boolean => part === 'true' || /\/[0-7]$/.test(part);
const reportUri = httpUrl.check(
  z.refine((value) => !/[\s;,"]/.test(value), 'holds a character that would end it in a header'),
);
const partsOf = (list: string): string[] => list.split(',').map((part) => part.trim());
const hopsOrNetworks = z.string().check(
  z.refine((value) => !partsOf(value).some(isEverybody), {
    error: 'trusts anyone who sends X-Forwarded-For',
    abort: true,
  }),
  z.refine(
    (value) => /^\d+$/.test(value) || partsOf(value).every(isNetwork),
    'is neither a hop count nor a list of networks',
  ),
  z.refine(
    (value) => !/^\d+$/.test(value) || Number(value) <= mostHops,
    `counts more than ${mostHops} proxies: anybody could choose an address`,
  ),
);

export const settings = {
  PORT: {
    about: 'Port to listen on, 0 to 65535; 0 takes a free one',
    default: '3000',
    schema: wholeNumber(0, 65_535),
    remedy: 'Use a port from 0 to 65535.',
  },
  HOST: {
    about: 'Address to listen on; 0.0.0.0 is every one, as a container needs',
    default: '127.0.0.1',
    schema: text,
    remedy: 'Use 127.0.0.1, or 0.0.0.0 in a container.',
  },
  SITE_ORIGIN: {
    about: 'The fixed origin of canonical and share addresses: scheme, host, port',
    default: site.origin,
    schema: origin,
    remedy: 'Use scheme and host only, e.g. https://deckwright.example.',
  },
  CONTACT_EMAIL: {
    about: 'Address behind every mailto link',
    default: site.contactEmail,
    schema: z.email('is not an e-mail address'),
    remedy: 'Use one e-mail address, e.g. hello@your-domain.com.',
  },
  INDEXING: {
    about: 'on: search engines may index; off: noindex everywhere (staging)',
    default: 'on',
    schema: oneOf('on', 'off'),
    remedy: 'Use on or off.',
  },
  SUPABASE_URL: {
    about: 'Project address; chooses the Supabase backend',
    schema: z.optional(withoutSlash),
    remedy: 'Use the project’s address, e.g. https://abcd.supabase.co.',
  },
  SUPABASE_PUBLISHABLE_KEY: {
    about: 'Publishable key of the project',
    schema: z.optional(key),
    remedy: 'Copy the publishable key from the project’s API settings.',
  },
  SUPABASE_ANON_KEY: {
    about: 'Legacy name of the publishable key; read where that is unset',
    schema: z.optional(key),
    remedy: 'Copy the anon key, or better, set SUPABASE_PUBLISHABLE_KEY.',
  },
  DATABASE_URL: {
    about:
      'PostgreSQL ≥ 15; chooses the Postgres backend (with SUPABASE_URL: used by `signups` only)',
    secret: true,
    schema: z.optional(postgresUrl),
    remedy: 'Use postgres://user:password@host:5432/database?sslmode=verify-full.',
  },
  DATA_DIR: {
    about: 'Folder of the embedded database and of the outbox',
    default: './data',
    schema: text,
    remedy: 'Name a folder that the server may write to.',
  },
  SIGNUP_TRANSPORT: {
    about: 'proxy: sign-ups pass through this server; direct: the browser calls Supabase',
    default: 'proxy',
    schema: oneOf('proxy', 'direct'),
    remedy: 'Use proxy or direct.',
  },
  SIGNUP_PROXY_SECRET: {
    about:
      'Shared with the function, which then believes the visitor’s address that we hand it; 16 characters or more',
    secret: true,
    schema: z.optional(key.check(atLeast16)),
    remedy: 'Use at least 16 random characters, the same here and in the function.',
  },
  SIGNUP_OUTBOX: {
    about: 'on: while Supabase is out of reach, sign-ups are kept in DATA_DIR and sent later',
    default: 'off',
    schema: oneOf('on', 'off'),
    remedy: 'Use on or off.',
  },
  UPSTREAM_TIMEOUT_MS: {
    about: 'How long a sign-up may wait for the function, in milliseconds, 100 to 60000',
    default: '8000',
    schema: wholeNumber(100, 60_000),
    remedy: 'Use 100 to 60000.',
  },
  TURNSTILE_SITE_KEY: {
    about: 'Turnstile’s public key; unset: no bot check',
    schema: z.optional(key),
    remedy: 'Copy the site key from Turnstile.',
  },
  TURNSTILE_SECRET_KEY: {
    about:
      'Turnstile’s secret key; with Supabase the function has it, and the outbox checks with it here',
    secret: true,
    schema: z.optional(key),
    remedy: 'Copy the secret key from Turnstile.',
  },
  TURNSTILE_VERIFY_URL: {
    about: 'Where tokens are verified',
    default: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    schema: httpUrl,
    remedy: 'Leave it unset outside tests.',
  },
  BOT_CHECK_FALLBACK: {
    about:
      'allow: a sign-up without a token passes at half the visitor’s limit; deny: it is refused',
    default: 'allow',
    schema: oneOf('allow', 'deny'),
    remedy: 'Use allow or deny.',
  },
  SIGNUP_LIMIT_PER_VISITOR_HOUR: {
    about: 'Sign-ups one visitor may send in an hour, from 1',
    default: '10',
    schema: limit,
    remedy: 'Use a whole number from 1 to 2147483647.',
  },
  SIGNUP_LIMIT_PER_ADDRESS_DAY: {
    about: 'Sign-ups of one address that are written down in a day, from 1',
    default: '5',
    schema: limit,
    remedy: 'Use a whole number from 1 to 2147483647.',
  },
  IP_HASH_SECRET: {
    about:
      'Key of the hash that stands for a visitor’s address, 16 characters or more; needed with DATABASE_URL',
    secret: true,
    schema: z.optional(text.check(atLeast16)),
    remedy: 'Use at least 16 random characters, the same on every replica.',
  },
  TRUST_PROXY: {
    about: 'Hops or networks whose X-Forwarded-For is believed; unset: none',
    schema: z.optional(hopsOrNetworks),
    remedy: 'Use a hop count such as 1, or networks such as 10.0.0.0/8.',
  },
  HSTS_MAX_AGE: {
    about:
      'Seconds for which browsers ask for an https origin by https alone, 0 to 63072000 (two years); unset: HSTS is off',
    schema: z.optional(wholeNumber(0, 63_072_000)),
    remedy: 'Use 0 to 63072000; 0 takes back what was promised.',
  },
  HSTS_INCLUDE_SUBDOMAINS: {
    about: 'on: HSTS holds for every name under the host too',
    default: 'off',
    schema: oneOf('on', 'off'),
    remedy: 'Use on or off.',
  },
  CSP_REPORT_URI: {
    about: 'Where browsers report what the content security policy blocked; unset: nowhere',
    schema: z.optional(reportUri),
    remedy: 'Use the http or https address of a collector of such reports.',
  },
  SHUTDOWN_DELAY_MS: {
    about:
      'How long requests are still taken after SIGTERM, in milliseconds, 0 to 60000; 5000 in production',
    default: '0',
    productionDefault: '5000',
    schema: wholeNumber(0, 60_000),
    remedy: 'Use 0 to 60000.',
  },
  METRICS_TOKEN: {
    about: 'Bearer token of /metrics, 16 characters or more; unset: no metrics page',
    secret: true,
    schema: z.optional(key.check(atLeast16)),
    remedy: 'Use at least 16 random characters.',
  },
  LOG_LEVEL: {
    about: 'Least severe level that is logged: fatal, error, warn, info, debug, trace or silent',
    default: 'info',
    schema: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    remedy: 'Use fatal, error, warn, info, debug, trace or silent.',
  },
  NODE_ENV: {
    about: 'development, test or production; the last turns on checks that only matter there',
    default: 'development',
    schema: oneOf('development', 'test', 'production'),
    remedy: 'Use development, test or production.',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

/** Every setting, read and typed. */
export type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> };
