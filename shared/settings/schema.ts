import * as z from 'zod/mini';
import { site } from '../site.ts';
import { postgresUrl } from './postgres-url.ts';
import { sender } from './sender.ts';
import * as values from './values.ts';

/**
 * One setting of the server: its default, its schema, and the remedy for a bad value.
 * `.env.example` says what each setting is for, `read.ts` reads them, and `rules.ts` judges them together.
 */
export interface Setting {
  /** Whether the value is masked wherever it is shown. */
  secret?: true;
  default?: string;
  /** The default when `NODE_ENV` is production. */
  productionDefault?: string;
  /** The default when `MAIL_URL` is set. */
  defaultWithMail?: string;
  schema: z.ZodMiniType;
  remedy: string;
}

const required = <Schema>(fallback: string, schema: Schema, remedy: string) => ({
  default: fallback,
  schema,
  remedy,
});
const optional = <Schema extends z.ZodMiniType>(schema: Schema, remedy: string) => ({
  schema: z.optional(schema),
  remedy,
});
const secret = <Schema extends z.ZodMiniType>(schema: Schema, remedy: string) => ({
  ...optional(schema, remedy),
  secret: true as const,
});
const wholeNumber = (least: number, most: number, fallback: string) =>
  required(
    fallback,
    values.wholeNumber(least, most),
    `Use a whole number from ${least} to ${most}.`,
  );
const oneOf = <const Words extends readonly string[]>(words: Words, fallback: string) => {
  const list = words.join(', ');
  return required(fallback, z.enum(words, `is none of ${list}`), `Use one of ${list}.`);
};
/** The largest limit, because PostgreSQL counts attempts in a 32-bit integer. */
export const largestLimit = 2_147_483_647;
const limit = (fallback: string) => wholeNumber(1, largestLimit, fallback);
const sharedSecret = secret(
  values.key.check(values.atLeast16),
  'Use at least 16 random characters, the same on both sides.',
);

export const settings = {
  PORT: wholeNumber(0, 65_535, '3000'),
  HOST: required('127.0.0.1', values.text, 'Use 127.0.0.1, or 0.0.0.0 in a container.'),
  SITE_ORIGIN: required(
    site.origin,
    values.origin,
    'Use scheme and host only, e.g. https://your-domain.com.',
  ),
  CONTACT_EMAIL: required(
    site.contactEmail,
    z.email('is not an e-mail address'),
    'Use one e-mail address, e.g. hello@your-domain.com.',
  ),
  INDEXING: oneOf(['on', 'off'], 'on'),
  SUPABASE_URL: optional(
    values.withoutSlash,
    'Use the project’s address, e.g. https://abcd.supabase.co.',
  ),
  SUPABASE_PUBLISHABLE_KEY: optional(
    values.key,
    'Copy the publishable key from the project’s API settings.',
  ),
  SUPABASE_ANON_KEY: optional(
    values.key,
    'Copy the anon key, or better, set SUPABASE_PUBLISHABLE_KEY.',
  ),
  DATABASE_URL: secret(
    postgresUrl,
    'Use postgres://user:password@host:5432/database?sslmode=verify-full; in the password @ is %40, / %2F, # %23, ? %3F and % %25.',
  ),
  DATA_DIR: required(
    './data',
    values.path,
    'Name a folder that the server may write to, by its whole path.',
  ),
  BACKUP_DIR: optional(
    values.path,
    'Name the folder of the backups by its whole path, on another disk than DATA_DIR.',
  ),
  SIGNUP_TRANSPORT: oneOf(['proxy', 'direct'], 'proxy'),
  SIGNUP_PROXY_SECRET: sharedSecret,
  SIGNUP_OUTBOX: oneOf(['on', 'off'], 'off'),
  UPSTREAM_TIMEOUT_MS: wholeNumber(100, 60_000, '8000'),
  TURNSTILE_SITE_KEY: optional(values.key, 'Copy the site key from Turnstile.'),
  TURNSTILE_SECRET_KEY: secret(values.key, 'Copy the secret key from Turnstile.'),
  TURNSTILE_VERIFY_URL: required(
    'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    values.httpUrl,
    'Leave it unset outside tests.',
  ),
  BOT_CHECK_FALLBACK: oneOf(['allow', 'deny'], 'allow'),
  SIGNUP_LIMIT_PER_VISITOR_HOUR: limit('10'),
  SIGNUP_LIMIT_PER_ADDRESS_DAY: limit('5'),
  IP_HASH_SECRET: secret(
    values.text.check(values.atLeast16),
    'Use at least 16 random characters, the same on every replica.',
  ),
  SIGNUP_KEEP_UNTIL: optional(
    values.date,
    'Use a day that exists, as YYYY-MM-DD; unset, addresses stay until they are removed.',
  ),
  TRUST_PROXY: optional(
    values.hopsOrNetworks,
    'Use a hop count such as 1, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal.',
  ),
  HSTS_MAX_AGE: required(
    '86400',
    values.wholeNumber(0, 63_072_000),
    'Use a whole number from 0 to 63072000 (two years); 0 makes browsers forget an earlier value.',
  ),
  HSTS_INCLUDE_SUBDOMAINS: oneOf(['on', 'off'], 'off'),
  CSP_REPORT_URI: optional(
    values.reportUri,
    'Use the http or https address of a collector of such reports.',
  ),
  MAIL_URL: secret(
    values.mailUrl,
    'Use smtps://user:password@host:465, or smtp://…:587 for STARTTLS; in the password @ is %40 and / is %2F.',
  ),
  MAIL_FROM: optional(
    sender,
    `Use one e-mail address of a domain that you send from, with a name if you like: ${site.name} <hello@your-domain.com>.`,
  ),
  MAIL_CA_FILE: optional(
    values.text,
    'Name the file with the certificate of the authority, or of the SMTP server itself, as PEM.',
  ),
  MAIL_PER_MINUTE: wholeNumber(1, 10_000, '20'),
  MAIL_DKIM_SELECTOR: optional(
    values.dkimSelector,
    'Use the name before ._domainkey in the record that your SMTP provider asks for.',
  ),
  SIGNUP_UNCONFIRMED_DAYS: {
    ...optional(values.wholeNumber(1, 3_650), 'Use a number of days from 1 to 3650.'),
    defaultWithMail: '30',
  },
  SIGNUP_EVENT_URL: optional(
    values.httpUrl,
    'Use the http or https address of the system that receives the events.',
  ),
  SIGNUP_EVENT_SECRET: secret(
    values.eventSecret,
    'Use whsec_ and 24 to 64 random bytes in base64: `echo whsec_$(openssl rand -base64 32)`.',
  ),
  SIGNUP_EVENT_ADDRESS: oneOf(['on', 'off'], 'off'),
  INVITE_CODE_SECRET: secret(
    values.key.check(values.atLeast32),
    'Use at least 32 random characters, the same here and in the product: `openssl rand -hex 32`.',
  ),
  SHUTDOWN_DELAY_MS: { ...wholeNumber(0, 60_000, '0'), productionDefault: '5000' },
  METRICS_TOKEN: sharedSecret,
  DIGEST_URL: secret(
    values.httpUrlWithUser,
    'Use the http or https address that `signups digest --post` sends to, a webhook of Slack for example.',
  ),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  NODE_ENV: oneOf(['development', 'test', 'production'], 'development'),
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

export type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> };
