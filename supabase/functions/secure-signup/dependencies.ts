import { isDummyKey } from '../../../shared/settings/backend.ts';
import { type Setting, type Settings, settings } from '../../../shared/settings/schema.ts';
import { createVerifyBot } from '../../../shared/signup/bot-check.ts';
import type { FunctionDependencies } from './handle.ts';
import { webHmac } from './hashes.ts';
import { createRpcStore } from './rpc-store.ts';

type Environment = (name: string) => string | undefined;

/** The settings that the function shares with the server. `supabase secrets set` sets them. */
const sharedNames = [
  'SITE_ORIGIN',
  'SIGNUP_PROXY_SECRET',
  'IP_HASH_SECRET',
  'TURNSTILE_SECRET_KEY',
  'TURNSTILE_VERIFY_URL',
  'BOT_CHECK_FALLBACK',
  'SIGNUP_LIMIT_PER_VISITOR_HOUR',
  'SIGNUP_LIMIT_PER_ADDRESS_DAY',
  // If it is set, the function queues mails, and `deckwright deliver run` sends them.
  'MAIL_FROM',
  // If it is set, the function queues events, and `deckwright deliver run` sends them.
  'SIGNUP_EVENT_URL',
] as const;
type SharedSettings = Pick<Settings, (typeof sharedNames)[number]>;

function readOne(environment: Environment, name: (typeof sharedNames)[number]): unknown {
  const setting: Setting = settings[name];
  const parsed = setting.schema.safeParse(environment(name) || setting.default);
  if (!parsed.success) throw new Error(`${name}: ${setting.remedy}`);
  return parsed.data;
}

/**
 * Reads the settings as the server does. Throws when a setting is wrong, and without `SITE_ORIGIN`, because Turnstile
 * issues tokens for the host of the site, and the function would refuse every token. Throws for a dummy secret in
 * production. The platform never sets `NODE_ENV`, so without it the function is in production.
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

/** Reads a JSON dictionary of keys by name, which the platform sets. */
const dictionary = (json: string | undefined): Record<string, string> =>
  json ? (JSON.parse(json) as Record<string, string>) : {};

/** Returns the key of the role that may save, under its new or its legacy name. */
function secretKey(environment: Environment): string {
  const key =
    dictionary(environment('SUPABASE_SECRET_KEYS')).default ??
    environment('SUPABASE_SERVICE_ROLE_KEY');
  if (!key) throw new Error('The platform set no secret key.');
  return key;
}

/** Returns the address of the project’s database. */
function projectUrl(environment: Environment): string {
  const url = environment('SUPABASE_URL');
  if (!url) throw new Error('The platform set no SUPABASE_URL.');
  return url;
}

/** Returns every API key that a visitor’s client may send. */
const callersKeys = (environment: Environment): string[] =>
  [
    ...Object.values(dictionary(environment('SUPABASE_PUBLISHABLE_KEYS'))),
    environment('SUPABASE_PUBLISHABLE_KEY'),
    environment('SUPABASE_ANON_KEY'),
  ].filter((key): key is string => Boolean(key));

/** Returns the origins that a browser may call from: the site, and the list in `SIGNUP_ALLOWED_ORIGINS`. */
const origins = (environment: Environment, site: string): string[] => [
  site,
  ...(environment('SIGNUP_ALLOWED_ORIGINS') ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean),
];

/**
 * Creates the dependencies of the function in Supabase’s edge runtime from its environment.
 * Throws when a setting is missing or wrong. The function does not start then.
 */
export function edgeDependencies(environment: Environment): FunctionDependencies {
  const key = secretKey(environment);
  const project = projectUrl(environment);
  const shared = readShared(environment);
  const ipHashSecret = shared.IP_HASH_SECRET ?? key;
  const queuesEvents = shared.SIGNUP_EVENT_URL !== undefined;
  const store = createRpcStore(project, key, queuesEvents);
  return {
    store,
    entries: store.entries,
    settings: shared,
    verifyBot: createVerifyBot(shared),
    hasMail: shared.MAIL_FROM !== undefined,
    queuesEvents,
    now: () => new Date(),
    ipHashSecret: async () => ipHashSecret,
    hmac: webHmac,
    proxySecret: shared.SIGNUP_PROXY_SECRET ?? null,
    isHosted: new URL(project).hostname.endsWith('.supabase.co'),
    acceptedKeys: callersKeys(environment),
    allowedOrigins: origins(environment, shared.SITE_ORIGIN),
    onError: (error) => console.error('the database failed', error),
  };
}
