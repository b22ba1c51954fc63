import * as z from 'zod/mini';
import { site } from '../site.ts';
import { postgresUrl } from './postgres-url.ts';
import { sender } from './sender.ts';
import * as values from './values.ts';

/**
 * One setting of the server: what it is for, its default, its schema, and the remedy for a bad value.
 * `read.ts` reads the settings, and `rules.ts` judges them together. `deckwright check --example` prints them.
 */
export interface Setting {
  /** What the setting is for, in sentences. */
  purpose: string;
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
  PORT: {
    purpose: 'Port to listen on, 0 to 65535; 0 takes a free port.',
    ...wholeNumber(0, 65_535, '3000'),
  },
  HOST: {
    purpose:
      'Address to listen on; 0.0.0.0 is every address of the machine, which a container needs.',
    ...required(
      '127.0.0.1',
      values.host,
      'Use 127.0.0.1, or 0.0.0.0 in a container; :: is every address, of IPv6 too.',
    ),
  },
  SITE_ORIGIN: {
    purpose: 'The fixed origin of canonical and share addresses: scheme, host, port.',
    ...required(
      site.origin,
      values.origin,
      'Use scheme and host only, e.g. https://your-domain.com.',
    ),
  },
  CONTACT_EMAIL: {
    purpose: 'Address behind every mailto link.',
    ...required(
      site.contactEmail,
      values.emailAddress,
      'Use one e-mail address, e.g. hello@your-domain.com.',
    ),
  },
  INDEXING: {
    purpose: 'on: search engines may index; off: noindex everywhere (staging).',
    ...oneOf(['on', 'off'], 'on'),
  },
  SUPABASE_URL: {
    purpose: 'Project address; chooses the Supabase backend.',
    ...optional(values.withoutSlash, 'Use the project’s address, e.g. https://abcd.supabase.co.'),
  },
  SUPABASE_PUBLISHABLE_KEY: {
    purpose: 'Publishable key of the project.',
    ...optional(values.key, 'Copy the publishable key from the project’s API settings.'),
  },
  SUPABASE_ANON_KEY: {
    purpose: 'Legacy name of the publishable key; read while SUPABASE_PUBLISHABLE_KEY is unset.',
    ...optional(values.key, 'Copy the anon key, or better, set SUPABASE_PUBLISHABLE_KEY.'),
  },
  DATABASE_URL: {
    purpose:
      'PostgreSQL ≥ 15; chooses the Postgres backend; with SUPABASE_URL: for `signups` only.',
    ...secret(
      postgresUrl,
      'Use postgres://user:password@host:5432/database?sslmode=verify-full; in the password @ is %40, / %2F, # %23, ? %3F and % %25.',
    ),
  },
  DATA_DIR: {
    purpose: 'Folder of the embedded database and of the outbox.',
    ...required(
      './data',
      values.path,
      'Name a folder that the server may write to, by its whole path.',
    ),
  },
  BACKUP_DIR: {
    purpose:
      'Folder of the backups, best on another disk than DATA_DIR. Each erasure is also recorded here, so that a restore after the loss of DATA_DIR leaves out the people who were erased since the backup. Unset: erasures are in the database only.',
    ...optional(
      values.path,
      'Name the folder of the backups by its whole path, on another disk than DATA_DIR.',
    ),
  },
  SIGNUP_TRANSPORT: {
    purpose: 'proxy: sign-ups pass through this server; direct: the browser calls Supabase.',
    ...oneOf(['proxy', 'direct'], 'proxy'),
  },
  SIGNUP_PROXY_SECRET: {
    purpose:
      'Secret of server and function: the function believes which visitor the server names. 16 characters or more.',
    ...sharedSecret,
  },
  SIGNUP_OUTBOX: {
    purpose:
      'on: while Supabase is out of reach, the server stores sign-ups in DATA_DIR and sends them later.',
    ...oneOf(['on', 'off'], 'off'),
  },
  UPSTREAM_TIMEOUT_MS: {
    purpose:
      'How long the server waits for the function, in milliseconds, 100 to 60000. A visitor’s sign-up waits 5.5 s at most, and 4 s with the outbox, so that each visitor has an answer within 6 s.',
    ...wholeNumber(100, 60_000, '8000'),
  },
  TURNSTILE_SITE_KEY: {
    purpose: 'Turnstile’s public key; unset: no bot check.',
    ...optional(values.key, 'Copy the site key from Turnstile.'),
  },
  TURNSTILE_SECRET_KEY: {
    purpose:
      'Turnstile’s secret key. With Supabase the function needs the key, and the server needs it for the outbox only.',
    ...secret(values.key, 'Copy the secret key from Turnstile.'),
  },
  TURNSTILE_VERIFY_URL: {
    purpose: 'Address at which the site verifies tokens.',
    ...required(
      'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      values.httpUrl,
      'Leave it unset outside tests.',
    ),
  },
  BOT_CHECK_FALLBACK: {
    purpose:
      'allow: the site accepts a sign-up without a token, and counts it double; deny: the site refuses it.',
    ...oneOf(['allow', 'deny'], 'allow'),
  },
  SIGNUP_LIMIT_PER_VISITOR_HOUR: {
    purpose: 'Sign-ups that one visitor may send in an hour, from 1.',
    ...limit('10'),
  },
  SIGNUP_LIMIT_PER_ADDRESS_DAY: {
    purpose: 'Sign-ups of one address that are counted in a day, from 1.',
    ...limit('5'),
  },
  IP_HASH_SECRET: {
    purpose: 'Key of the visitors’ hashes, 16 characters or more; needed with DATABASE_URL.',
    ...secret(
      values.text.check(values.atLeast16),
      'Use at least 16 random characters, the same on every replica.',
    ),
  },
  SIGNUP_KEEP_UNTIL: {
    purpose:
      'Last day (YYYY-MM-DD) on which addresses are kept. The notice under the form names the day. Unset: until a person asks.',
    ...optional(
      values.date,
      'Use a day that exists, as YYYY-MM-DD; unset, addresses stay until they are removed.',
    ),
  },
  TRUST_PROXY: {
    purpose:
      'Hops (1) or networks (10.0.0.0/8, loopback, uniquelocal) whose X-Forwarded-For the site believes; unset: none.',
    ...optional(
      values.hopsOrNetworks,
      'Use a hop count such as 1, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal.',
    ),
  },
  HSTS_MAX_AGE: {
    purpose:
      'Seconds for which browsers use https only, 0 to 63072000 (two years). Sent on an https SITE_ORIGIN only.',
    ...required(
      '86400',
      values.wholeNumber(0, 63_072_000),
      'Use a whole number from 0 to 63072000 (two years); 0 makes browsers forget an earlier value.',
    ),
  },
  HSTS_INCLUDE_SUBDOMAINS: {
    purpose: 'on: HSTS holds for every name under the host too.',
    ...oneOf(['on', 'off'], 'off'),
  },
  CSP_REPORT_URI: {
    purpose: 'Where browsers report what the content security policy blocked; unset: nowhere.',
    ...optional(values.reportUri, 'Use the http or https address of a collector of such reports.'),
  },
  MAIL_URL: {
    purpose:
      'SMTP server that sends the mails which ask new prospects to confirm, as smtps://user:password@host:465; unset: no mails. A server on this machine that has no TLS: smtp://127.0.0.1:25?tls=none.',
    ...secret(
      values.mailUrl,
      'Use smtps://user:password@host:465, or smtp://…:587 for STARTTLS; in the password @ is %40, / is %2F, # is %23 and % is %25.',
    ),
  },
  MAIL_FROM: {
    purpose:
      'Sender of the mails, an address of a domain that you send from, with a name if you like: The Team <hello@your-domain.com>.',
    ...optional(
      sender,
      `Use one e-mail address of a domain that you send from, with a name if you like: ${site.name} <hello@your-domain.com>.`,
    ),
  },
  MAIL_CA_FILE: {
    purpose:
      'File with the certificate (PEM) of a private authority, or of the SMTP server itself when it is self-signed.',
    ...optional(
      values.text,
      'Name the file with the certificate of the authority, or of the SMTP server itself, as PEM.',
    ),
  },
  MAIL_PER_MINUTE: {
    purpose: 'Mails that all replicas together send in a minute, from 1.',
    ...wholeNumber(1, 10_000, '20'),
  },
  MAIL_DKIM_SELECTOR: {
    purpose:
      'DKIM selector of your SMTP provider; only `check --live` reads it, to look up the key in the DNS.',
    ...optional(
      values.dkimSelector,
      'Use the name before ._domainkey in the record that your SMTP provider asks for.',
    ),
  },
  SIGNUP_UNCONFIRMED_DAYS: {
    purpose:
      'Days after its newest mail at which the site removes an unconfirmed entry; 30 with MAIL_URL.',
    ...optional(values.wholeNumber(1, 3_650), 'Use a number of days from 1 to 3650.'),
    defaultWithMail: '30',
  },
  SIGNUP_EVENT_URL: {
    purpose:
      'Address of a system that learns of each sign-up, confirmation and removal, in the form of the Standard Webhooks specification; unset: the site sends no events.',
    ...optional(
      values.httpUrl,
      'Use the http or https address of the system that receives the events.',
    ),
  },
  SIGNUP_EVENT_SECRET: {
    purpose:
      'Key of the signatures of the events, the same in that system: whsec_ and 24 to 64 random bytes in base64.',
    ...secret(
      values.eventSecret,
      'Use whsec_ and 24 to 64 random bytes in base64: `echo whsec_$(openssl rand -base64 32)`.',
    ),
  },
  SIGNUP_EVENT_ADDRESS: {
    purpose: 'on: the events name the address of the person; off: they name only its hash.',
    ...oneOf(['on', 'off'], 'off'),
  },
  INVITE_CODE_SECRET: {
    purpose:
      'Secret of the codes that `signups invite --codes` writes, and that the product verifies. 32 characters or more.',
    ...secret(
      values.key.check(values.atLeast32),
      'Use at least 32 random characters, the same here and in the product: `openssl rand -hex 32`.',
    ),
  },
  SHUTDOWN_DELAY_MS: {
    purpose:
      'Milliseconds for which the server accepts requests after SIGTERM, 0 to 60000; 5000 in production.',
    ...wholeNumber(0, 60_000, '0'),
    productionDefault: '5000',
  },
  METRICS_TOKEN: {
    purpose: 'Bearer token of /metrics, 16 characters or more; unset: no metrics page.',
    ...sharedSecret,
  },
  DIGEST_URL: {
    purpose: 'Where `signups digest --post` sends its lines: a webhook of Slack, a topic of ntfy.',
    ...secret(
      values.httpUrlWithUser,
      'Use the http or https address that `signups digest --post` sends to, a webhook of Slack for example.',
    ),
  },
  LOG_LEVEL: {
    purpose: 'Least severe level that is logged: fatal, error, warn, info, debug, trace or silent.',
    ...oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  },
  NODE_ENV: {
    purpose: 'development, test or production; production turns on further checks of the settings.',
    ...oneOf(['development', 'test', 'production'], 'development'),
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

export type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> };
