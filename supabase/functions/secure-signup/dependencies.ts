import { settings } from '../../../shared/settings/schema.ts';
import { createVerifyBot, isDummyKey } from '../../../shared/signup/bot-check.ts';
import type { FunctionDependencies } from './handle.ts';
import { webHmac } from './hmac.ts';
import { createRpcStore } from './rpc-store.ts';

type Environment = (name: string) => string | undefined;

/** The names of the server’s settings that the function shares; set with `supabase secrets set`. */
type SharedName =
  | 'SITE_ORIGIN'
  | 'SIGNUP_PROXY_SECRET'
  | 'IP_HASH_SECRET'
  | 'TURNSTILE_SECRET_KEY'
  | 'TURNSTILE_VERIFY_URL'
  | 'BOT_CHECK_FALLBACK'
  | 'SIGNUP_LIMIT_PER_VISITOR_HOUR'
  | 'SIGNUP_LIMIT_PER_ADDRESS_DAY';

/** Reads a setting as the server does. Throws where it is wrong: then nothing is answered but 500. */
const read = <Name extends SharedName>(environment: Environment, name: Name) => {
  const setting = settings[name];
  const fallback = 'default' in setting ? setting.default : undefined;
  const parsed = setting.schema.safeParse(environment(name) || fallback);
  if (!parsed.success) throw new Error(`${name}: ${setting.remedy}`);
  return parsed.data as ReturnType<(typeof settings)[Name]['schema']['parse']>;
};

/** What the platform sets as a JSON dictionary of keys, by name. */
const dictionary = (json: string | undefined): Record<string, string> =>
  json ? (JSON.parse(json) as Record<string, string>) : {};

/** The key of the role that may save; the legacy name where the project has no new keys. */
function secretKey(environment: Environment): string {
  const key =
    dictionary(environment('SUPABASE_SECRET_KEYS')).default ??
    environment('SUPABASE_SERVICE_ROLE_KEY');
  if (!key) throw new Error('The platform set no secret key.');
  return key;
}

/** Where the project’s database answers. */
function projectUrl(environment: Environment): string {
  const url = environment('SUPABASE_URL');
  if (!url) throw new Error('The platform set no SUPABASE_URL.');
  return url;
}

/** Every key that a visitor’s client may show. */
const callersKeys = (environment: Environment): string[] =>
  [
    ...Object.values(dictionary(environment('SUPABASE_PUBLISHABLE_KEYS'))),
    environment('SUPABASE_PUBLISHABLE_KEY'),
    environment('SUPABASE_ANON_KEY'),
  ].filter((key): key is string => Boolean(key));

/** Who may call from a browser: the site, and what `SIGNUP_ALLOWED_ORIGINS` adds, parted by commas. */
const origins = (environment: Environment, site: string): string[] => [
  site,
  ...(environment('SIGNUP_ALLOWED_ORIGINS') ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean),
];

/**
 * The bot check’s secret; undefined: there is none. Throws for a dummy one, as the server does in production:
 * and this is production unless `NODE_ENV` says otherwise, which the platform never sets.
 */
function botCheckSecret(environment: Environment): string | undefined {
  const secret = read(environment, 'TURNSTILE_SECRET_KEY');
  const isProduction = (environment('NODE_ENV') || 'production') === 'production';
  if (secret && isProduction && isDummyKey(secret)) {
    throw new Error('TURNSTILE_SECRET_KEY: a test secret in production lets every bot in.');
  }
  return secret;
}

/** Turnstile issues tokens for the site’s host: without the site every real token would be refused. */
function siteOrigin(environment: Environment): string {
  if (!environment('SITE_ORIGIN')) {
    throw new Error('SITE_ORIGIN is not set: `supabase secrets set SITE_ORIGIN=https://…`');
  }
  return read(environment, 'SITE_ORIGIN');
}

/**
 * What the function works with in Supabase’s edge runtime, from its environment.
 * Throws where a setting is missing or wrong: then the function does not start.
 */
export function edgeDependencies(environment: Environment): FunctionDependencies {
  const key = secretKey(environment);
  const project = projectUrl(environment);
  const site = siteOrigin(environment);
  const botSecret = botCheckSecret(environment);
  const ipHashSecret = read(environment, 'IP_HASH_SECRET') ?? key;
  return {
    store: createRpcStore(project, key),
    verifyBot: botSecret
      ? createVerifyBot({
          url: read(environment, 'TURNSTILE_VERIFY_URL'),
          secret: botSecret,
          hostname: new URL(site).hostname,
        })
      : null,
    now: () => new Date(),
    limits: {
      perVisitorHour: read(environment, 'SIGNUP_LIMIT_PER_VISITOR_HOUR'),
      perAddressDay: read(environment, 'SIGNUP_LIMIT_PER_ADDRESS_DAY'),
      fallback: read(environment, 'BOT_CHECK_FALLBACK'),
    },
    ipHashSecret: async () => ipHashSecret,
    hmac: webHmac,
    proxySecret: read(environment, 'SIGNUP_PROXY_SECRET') ?? null,
    isHosted: new URL(project).hostname.endsWith('.supabase.co'),
    acceptedKeys: callersKeys(environment),
    allowedOrigins: origins(environment, site),
    onError: (error) => console.error('a sign-up could not be saved', error),
  };
}
