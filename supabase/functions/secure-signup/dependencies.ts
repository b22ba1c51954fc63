import { isDummyKey } from '../../../shared/settings/backend.ts';
import { type Setting, type Settings, settings } from '../../../shared/settings/schema.ts';
import { createVerifyBot } from '../../../shared/signup/bot-check.ts';
import type { FunctionDependencies } from './handle.ts';
import { webHmac } from './hmac.ts';
import { createRpcStore } from './rpc-store.ts';

type Environment = (name: string) => string | undefined;

/** The server’s settings that the function shares; set with `supabase secrets set`. */
const sharedNames = [
  'SITE_ORIGIN',
  'SIGNUP_PROXY_SECRET',
  'IP_HASH_SECRET',
  'TURNSTILE_SECRET_KEY',
  'TURNSTILE_VERIFY_URL',
  'BOT_CHECK_FALLBACK',
  'SIGNUP_LIMIT_PER_VISITOR_HOUR',
  'SIGNUP_LIMIT_PER_ADDRESS_DAY',
  // Set: the function queues mails, which `deckwright mail run` sends.
  'MAIL_FROM',
  'ENTRY_LINK_SECRET',
] as const;
type SharedSettings = Pick<Settings, (typeof sharedNames)[number]>;

function readOne(environment: Environment, name: (typeof sharedNames)[number]): unknown {
  const setting: Setting = settings[name];
  const parsed = setting.schema.safeParse(environment(name) || setting.default);
  if (!parsed.success) throw new Error(`${name}: ${setting.remedy}`);
  return parsed.data;
}

/**
 * Reads them as the server does. Throws where one is wrong, without the site, as Turnstile issues tokens for its host
 * and every real one would be refused, and for a dummy secret in production: and this is production unless
 * `NODE_ENV` says otherwise, which the platform never sets.
 */
function readShared(environment: Environment): SharedSettings {
  if (!environment('SITE_ORIGIN')) {
    throw new Error('SITE_ORIGIN is not set: `supabase secrets set SITE_ORIGIN=https://…`');
  }
  const isProduction = (environment('NODE_ENV') || 'production') === 'production';
  if (isProduction && isDummyKey(environment('TURNSTILE_SECRET_KEY') ?? '')) {
    throw new Error('TURNSTILE_SECRET_KEY: a test secret in production lets every bot in.');
  }
  return Object.fromEntries(
    sharedNames.map((name) => [name, readOne(environment, name)]),
  ) as SharedSettings;
}

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
 * What the function works with in Supabase’s edge runtime, from its environment.
 * Throws where a setting is missing or wrong: then the function does not start.
 */
export function edgeDependencies(environment: Environment): FunctionDependencies {
  const key = secretKey(environment);
  const project = projectUrl(environment);
  const shared = readShared(environment);
  const ipHashSecret = shared.IP_HASH_SECRET ?? key;
  return {
    store: createRpcStore(project, key),
    settings: shared,
    verifyBot: createVerifyBot(shared),
    hasMail: shared.MAIL_FROM !== undefined,
    now: () => new Date(),
    ipHashSecret: async () => ipHashSecret,
    hmac: webHmac,
    proxySecret: shared.SIGNUP_PROXY_SECRET ?? null,
    isHosted: new URL(project).hostname.endsWith('.supabase.co'),
    acceptedKeys: callersKeys(environment),
    allowedOrigins: origins(environment, shared.SITE_ORIGIN),
    onError: (error) => console.error('a sign-up could not be saved', error),
  };
}
