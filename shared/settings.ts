import { z } from 'zod';
import { site } from './site.ts';

/**
 * Every setting of the server, once: its name, what it is for, its default, how it is read, and what to do
 * when it is wrong. `server/config.ts` reads the environment through it; `check` reports on it.
 */
interface Setting {
  name: string;
  about: string;
  /** Masked wherever it is shown. */
  secret?: true;
  default?: string;
  schema: z.ZodType;
  remedy: string;
}

const port = z.coerce.number().int().min(0).max(65_535);
const positive = z.coerce.number().int().min(1);
const optional = <S extends z.ZodType>(schema: S) => schema.optional();
const httpUrl = z.url({ protocol: /^https?$/ });
const origin = httpUrl
  .transform((value) => value.replace(/\/+$/, ''))
  .refine((value) => new URL(value).origin === value, 'is not an origin (scheme, host, port only)');
const hopsOrCidrs = z
  .string()
  .refine((value) => value !== 'true', '`true` trusts anyone who sends X-Forwarded-For')
  .refine(
    (value) =>
      /^\d+$/.test(value) ||
      value.split(',').every((part) => /^[0-9a-f.:]+(\/\d+)?$/i.test(part.trim())),
    'is neither a hop count nor a list of networks',
  );

export const settings = {
  PORT: {
    about: 'Port to listen on; 0 takes a free one',
    default: '3000',
    schema: port,
    remedy: 'Use a port from 0 to 65535.',
  },
  HOST: {
    about: 'Address to listen on',
    default: '127.0.0.1',
    schema: z.string().min(1),
    remedy: 'Use 127.0.0.1, or 0.0.0.0 in a container.',
  },
  SITE_ORIGIN: {
    about: 'The fixed origin of canonical and share addresses',
    default: site.origin,
    schema: origin,
    remedy: 'Use scheme and host only, e.g. https://deckwright.example.',
  },
  CONTACT_EMAIL: {
    about: 'Address behind every mailto link',
    default: site.contactEmail,
    schema: z.email(),
    remedy: 'Use one e-mail address, e.g. hello@your-domain.com.',
  },
  INDEXING: {
    about: 'on: search engines may index; off: noindex everywhere (staging)',
    default: 'on',
    schema: z.enum(['on', 'off']),
    remedy: 'Use on or off.',
  },
  SUPABASE_URL: {
    about: 'Project address; chooses the Supabase backend',
    schema: optional(httpUrl.transform((value) => value.replace(/\/+$/, ''))),
    remedy: 'Use the project’s address, e.g. https://abcd.supabase.co.',
  },
  SUPABASE_PUBLISHABLE_KEY: {
    about: 'Publishable key of the project',
    schema: optional(z.string().min(1)),
    remedy: 'Copy the publishable key from the project’s API settings.',
  },
  SUPABASE_ANON_KEY: {
    about: 'Legacy name of the publishable key',
    schema: optional(z.string().min(1)),
    remedy: 'Copy the anon key, or better, set SUPABASE_PUBLISHABLE_KEY.',
  },
  DATABASE_URL: {
    about:
      'PostgreSQL ≥ 15; chooses the Postgres backend (with SUPABASE_URL: used by `signups` only)',
    secret: true,
    schema: optional(z.url({ protocol: /^postgres(ql)?$/ })),
    remedy: 'Use postgres://user:password@host:5432/database.',
  },
  DATA_DIR: {
    about: 'Folder of the embedded database',
    default: './data',
    schema: z.string().min(1),
    remedy: 'Name a folder that the server may write to.',
  },
  SIGNUP_TRANSPORT: {
    about: 'proxy: sign-ups pass through this server; direct: the browser calls Supabase',
    default: 'proxy',
    schema: z.enum(['proxy', 'direct']),
    remedy: 'Use proxy or direct.',
  },
  SIGNUP_PROXY_SECRET: {
    about: 'Shared with the function, which then believes the visitor’s address that we hand it',
    secret: true,
    schema: optional(z.string().min(16)),
    remedy: 'Use at least 16 random characters, the same here and in the function.',
  },
  UPSTREAM_TIMEOUT_MS: {
    about: 'How long a sign-up may wait for the function, in milliseconds',
    default: '8000',
    schema: z.coerce.number().int().min(100).max(60_000),
    remedy: 'Use 100 to 60000.',
  },
  TURNSTILE_SITE_KEY: {
    about: 'Turnstile’s public key; unset: no bot check',
    schema: optional(z.string().min(1)),
    remedy: 'Copy the site key from Turnstile.',
  },
  TURNSTILE_SECRET_KEY: {
    about: 'Turnstile’s secret key',
    secret: true,
    schema: optional(z.string().min(1)),
    remedy: 'Copy the secret key from Turnstile.',
  },
  TURNSTILE_VERIFY_URL: {
    about: 'Where tokens are verified',
    default: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    schema: httpUrl,
    remedy: 'Leave it unset outside tests.',
  },
  BOT_CHECK_FALLBACK: {
    about: 'allow: a sign-up without a token passes at a tighter limit; deny: it is refused',
    default: 'allow',
    schema: z.enum(['allow', 'deny']),
    remedy: 'Use allow or deny.',
  },
  SIGNUP_LIMIT_PER_VISITOR_HOUR: {
    about: 'Sign-ups one visitor may send in an hour',
    default: '10',
    schema: positive,
    remedy: 'Use a whole number from 1.',
  },
  SIGNUP_LIMIT_PER_ADDRESS_DAY: {
    about: 'Sign-ups of one address that are written down in a day',
    default: '5',
    schema: positive,
    remedy: 'Use a whole number from 1.',
  },
  IP_HASH_SECRET: {
    about: 'Key of the hash that stands for a visitor’s address',
    secret: true,
    schema: optional(z.string().min(16)),
    remedy: 'Use at least 16 random characters, the same on every replica.',
  },
  TRUST_PROXY: {
    about: 'Hops or networks whose X-Forwarded-For is believed; unset: none',
    schema: optional(hopsOrCidrs),
    remedy: 'Use a hop count such as 1, or networks such as 10.0.0.0/8.',
  },
  METRICS_TOKEN: {
    about: 'Bearer token of /metrics; unset: no metrics page',
    secret: true,
    schema: optional(z.string().min(16)),
    remedy: 'Use at least 16 random characters.',
  },
  LOG_LEVEL: {
    about: 'Least severe level that is logged',
    default: 'info',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    remedy: 'Use fatal, error, warn, info, debug, trace or silent.',
  },
  NODE_ENV: {
    about: 'production turns on the checks that only matter there',
    default: 'development',
    schema: z.enum(['development', 'test', 'production']),
    remedy: 'Use development, test or production.',
  },
} as const satisfies Record<string, Omit<Setting, 'name'>>;

export type SettingName = keyof typeof settings;

/** Every setting, read and typed. */
export type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> };

export interface SettingReport {
  name: SettingName;
  /** As given or defaulted; secrets masked; empty when unset. */
  value: string;
  source: 'default' | 'environment' | 'file';
  problem?: string;
  remedy?: string;
}

/** Turnstile’s published dummy secrets, which accept or refuse everybody. */
const dummySecret = /^[123]x0+/;

/** Settings that are right alone and wrong together. */
const contradictions: readonly {
  name: SettingName;
  when: (settings: Settings) => boolean;
  problem: string;
  remedy: string;
}[] = [
  {
    name: 'TURNSTILE_SECRET_KEY',
    when: (s) => Boolean(s.TURNSTILE_SITE_KEY) && !s.TURNSTILE_SECRET_KEY && !s.SUPABASE_URL,
    problem: 'a site key without a secret: tokens would not be verified',
    remedy: 'Set TURNSTILE_SECRET_KEY too, or unset TURNSTILE_SITE_KEY.',
  },
  {
    name: 'TURNSTILE_SITE_KEY',
    when: (s) => Boolean(s.TURNSTILE_SECRET_KEY) && !s.TURNSTILE_SITE_KEY,
    problem: 'a secret without a site key: no visitor could get a token',
    remedy: 'Set TURNSTILE_SITE_KEY too, or unset TURNSTILE_SECRET_KEY.',
  },
  {
    name: 'TURNSTILE_SECRET_KEY',
    when: (s) => s.NODE_ENV === 'production' && dummySecret.test(s.TURNSTILE_SECRET_KEY ?? ''),
    problem: 'a test secret in production lets every bot in',
    remedy: 'Use the secret of a real Turnstile widget.',
  },
  {
    name: 'SUPABASE_PUBLISHABLE_KEY',
    when: (s) => Boolean(s.SUPABASE_URL) && !s.SUPABASE_PUBLISHABLE_KEY && !s.SUPABASE_ANON_KEY,
    problem: 'SUPABASE_URL without a key',
    remedy: 'Set SUPABASE_PUBLISHABLE_KEY (or the legacy SUPABASE_ANON_KEY).',
  },
  {
    name: 'SUPABASE_URL',
    when: (s) => !s.SUPABASE_URL && Boolean(s.SUPABASE_PUBLISHABLE_KEY ?? s.SUPABASE_ANON_KEY),
    problem: 'a Supabase key without SUPABASE_URL',
    remedy: 'Set SUPABASE_URL too, or unset the key.',
  },
  {
    name: 'SIGNUP_TRANSPORT',
    when: (s) => s.SIGNUP_TRANSPORT === 'direct' && !s.SUPABASE_URL,
    problem: 'direct needs Supabase: there is no function for the browser to call',
    remedy: 'Set SUPABASE_URL and its key, or use proxy.',
  },
  {
    name: 'IP_HASH_SECRET',
    when: (s) => Boolean(s.DATABASE_URL) && !s.SUPABASE_URL && !s.IP_HASH_SECRET,
    problem: 'replicas on one PostgreSQL must hash visitors alike',
    remedy: 'Set IP_HASH_SECRET to the same 16 or more random characters on each.',
  },
];

const mask = (name: SettingName, value: string): string => {
  if (value === '' || !('secret' in settings[name])) return value;
  return '••••••••';
};

export type ReadSettings =
  | { ok: true; settings: Settings; report: SettingReport[] }
  | { ok: false; report: SettingReport[] };

type Given = Readonly<Record<string, string | undefined>>;

/**
 * Reads and judges every setting. An empty value counts as unset. The environment wins over the file.
 * Never throws: what is wrong stands in the report, each with its remedy.
 */
export function readSettings(given: { environment: Given; file: Given }): ReadSettings {
  const report: SettingReport[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(settings)) {
    const name = key as SettingName;
    const fromEnvironment = given.environment[name] || undefined;
    const raw = fromEnvironment ?? (given.file[name] || undefined);
    const fallback = 'default' in setting ? setting.default : undefined;
    const parsed = setting.schema.safeParse(raw ?? fallback);
    values[name] = parsed.data;
    report.push({
      name,
      value: mask(name, raw ?? fallback ?? ''),
      source: fromEnvironment ? 'environment' : raw ? 'file' : 'default',
      ...(parsed.success
        ? {}
        : { problem: parsed.error.issues[0]?.message ?? 'is not valid', remedy: setting.remedy }),
    });
  }
  if (report.some((line) => line.problem)) return { ok: false, report };
  const read = values as Settings;
  for (const { name, when, problem, remedy } of contradictions) {
    const line = report.find((entry) => entry.name === name);
    if (line && when(read)) Object.assign(line, { problem, remedy });
  }
  return report.some((line) => line.problem)
    ? { ok: false, report }
    : { ok: true, settings: read, report };
}
