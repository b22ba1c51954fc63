import { expect, test } from 'vitest';
import { readSettings } from './read.ts';
import { contradictions, warnings } from './rules.ts';
import { sqlite, supabase, type Variables } from './testing/examples.ts';

const postgres = {
  ...sqlite,
  DATABASE_URL: 'postgres://u:p@db/deckwright',
  IP_HASH_SECRET: 'the-same-on-each-replica',
};
const outbox = { ...supabase, SIGNUP_OUTBOX: 'on' };
const deny = { BOT_CHECK_FALLBACK: 'deny' };
/** Where what only matters in production is not said. */
const atHome = { NODE_ENV: 'development' };
const noKey = { SUPABASE_PUBLISHABLE_KEY: '' };
const noSecret = { TURNSTILE_SECRET_KEY: '' };
const noSiteKey = { TURNSTILE_SITE_KEY: '' };
const noProxySecret = { SIGNUP_PROXY_SECRET: '' };
const noOutbox = { SIGNUP_OUTBOX: 'off' };
const noUrl = { SUPABASE_URL: '' };

/** What is objected to, ✗ where the server does not start and ! where it does. */
const said = (environment: Variables): string[] =>
  readSettings({ environment, file: {} }).report.flatMap(({ name, problem, warning }) => [
    ...(problem ? [`✗ ${name} ${problem}`] : []),
    ...(warning ? [`! ${name} ${warning}`] : []),
  ]);

test.each<[string, Variables]>([
  ['SQLite', sqlite],
  ['SQLite behind no proxy', { ...sqlite, TRUST_PROXY: '0' }],
  ['PostgreSQL', postgres],
  ['PostgreSQL, where no token means no sign-up', { ...postgres, ...deny }],
  ['Supabase', supabase],
  ['Supabase under the legacy key’s name', { ...supabase, ...noKey, SUPABASE_ANON_KEY: 'anon' }],
  [
    'Supabase, with its database for `signups`',
    { ...supabase, DATABASE_URL: 'postgres://db/site' },
  ],
  ['Supabase, whose function alone has Turnstile’s secret', { ...supabase, ...noSecret }],
  ['Supabase called by the browser', { ...supabase, SIGNUP_TRANSPORT: 'direct' }],
  ['Supabase with an outbox', outbox],
])('a production site on %s has nothing to object to', (_name, environment) => {
  expect(said(environment)).toEqual([]);
});

test('a fresh checkout starts, and only its made-up mailbox is doubted', () => {
  expect(said({})).toEqual(['! CONTACT_EMAIL is a placeholder: nobody reads it']);
});

/** A legacy key, as Supabase issued them: a JWT whose payload names a role. */
const legacyKey = (role: string): string => {
  // An issuer that takes one `-` and one `_` in base64url.
  const payload = btoa(JSON.stringify({ iss: '>ÿ', role })).replaceAll('+', '-');
  return `eyJhbGciOiJIUzI1NiJ9.${payload.replaceAll('/', '_').replace(/=+$/, '')}.c2ln`;
};

/** An environment, what is changed in it, what is then said, and further changes that make it unsaid. */
type Case = [Variables, Variables, says: string, ...mended: Variables[]];

test.each<Case>([
  [sqlite, noSecret, '✗ TURNSTILE_SECRET_KEY a site key without a secret', noSiteKey, supabase],
  [sqlite, noSiteKey, '✗ TURNSTILE_SITE_KEY a secret without a site key', noSecret],
  [
    sqlite,
    { TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA' },
    '✗ TURNSTILE_SECRET_KEY a test secret in production',
    atHome,
    { TURNSTILE_SECRET_KEY: '0x1x0' },
  ],
  [
    supabase,
    noKey,
    '✗ SUPABASE_PUBLISHABLE_KEY SUPABASE_URL without a key',
    noUrl,
    { SUPABASE_ANON_KEY: 'anon' },
  ],
  [
    supabase,
    { SUPABASE_PUBLISHABLE_KEY: 'sb_secret_abcd' },
    '✗ SUPABASE_PUBLISHABLE_KEY is a secret key',
    { SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_sb_secret_' },
  ],
  [
    supabase,
    { ...noKey, SUPABASE_ANON_KEY: legacyKey('service_role') },
    '✗ SUPABASE_ANON_KEY is a secret key',
    { SUPABASE_ANON_KEY: legacyKey('anon') },
    { SUPABASE_ANON_KEY: 'no.jwt' },
  ],
  [supabase, noUrl, '✗ SUPABASE_URL a Supabase key without SUPABASE_URL', noKey],
  [sqlite, { SUPABASE_ANON_KEY: 'anon' }, '✗ SUPABASE_URL a Supabase key without', supabase],
  [sqlite, { SIGNUP_TRANSPORT: 'direct' }, '✗ SIGNUP_TRANSPORT direct needs Supabase', supabase],
  [
    postgres,
    { IP_HASH_SECRET: '' },
    '✗ IP_HASH_SECRET replicas on one PostgreSQL',
    { DATABASE_URL: '' },
    supabase,
  ],
  [outbox, noProxySecret, '✗ SIGNUP_OUTBOX needs SIGNUP_PROXY_SECRET', noOutbox, noUrl],
  [
    outbox,
    { ...noSecret, ...deny },
    '✗ SIGNUP_OUTBOX keeps what no bot check has passed',
    noOutbox,
    { BOT_CHECK_FALLBACK: 'allow' },
    noSiteKey,
    { TURNSTILE_SECRET_KEY: '0x4' },
  ],
  [sqlite, { SITE_ORIGIN: '' }, '! SITE_ORIGIN is a placeholder', atHome],
  [sqlite, { SITE_ORIGIN: 'https://your.site' }, '! SITE_ORIGIN is a placeholder', atHome],
  [
    sqlite,
    { SITE_ORIGIN: 'https://www.example.com:8443' },
    '! SITE_ORIGIN is a placeholder',
    { SITE_ORIGIN: 'https://my-example.com' },
    { SITE_ORIGIN: 'https://example.com.mt' },
  ],
  [sqlite, { SITE_ORIGIN: 'http://https.com' }, '! SITE_ORIGIN is plain http', atHome],
  [sqlite, { CONTACT_EMAIL: 'hi@site.example' }, '! CONTACT_EMAIL is a placeholder'],
  [
    sqlite,
    { CONTACT_EMAIL: 'hi@site.test' },
    '! CONTACT_EMAIL is a placeholder',
    { CONTACT_EMAIL: 'hi@site.test.com' },
    { CONTACT_EMAIL: 'hi@site.contest' },
  ],
  [sqlite, { INDEXING: 'off' }, '! INDEXING is off in production', atHome],
  [sqlite, { TRUST_PROXY: '' }, '! TRUST_PROXY is unset', atHome, { TRUST_PROXY: '0' }],
  [
    sqlite,
    { TURNSTILE_VERIFY_URL: 'http://verify.example' },
    '! TURNSTILE_VERIFY_URL is plain http',
    atHome,
    { TURNSTILE_VERIFY_URL: 'https://verify.example' },
  ],
  [sqlite, { ...noSiteKey, ...noSecret }, '! TURNSTILE_SITE_KEY is unset', atHome],
  [
    sqlite,
    { TURNSTILE_SITE_KEY: '3x00000000000000000000FF' },
    '! TURNSTILE_SITE_KEY is a test key',
    atHome,
    { TURNSTILE_SITE_KEY: '3xA' },
  ],
  [
    supabase,
    { SUPABASE_URL: 'http://https.supabase.co' },
    '! SUPABASE_URL is plain http',
    atHome,
    { SUPABASE_URL: 'https://http.co' },
  ],
  [
    supabase,
    noProxySecret,
    '! SIGNUP_PROXY_SECRET is unset',
    noUrl,
    { SIGNUP_TRANSPORT: 'direct' },
  ],
  [sqlite, { METRICS_TOKEN: '' }, '! METRICS_TOKEN is unset', atHome],
])('beside %j, %j: %s', (environment, change, says, ...mended) => {
  const wrong = { ...environment, ...change };
  const line = expect.stringContaining(says);
  expect(said(wrong)).toContainEqual(line);
  expect(readSettings({ environment: wrong, file: {} }).ok).toBe(says.startsWith('!'));
  for (const mend of mended) expect(said({ ...wrong, ...mend })).not.toContainEqual(line);
});

test.each([...contradictions, ...warnings])(
  '$name: “$says” has a remedy in whole sentences',
  ({ remedy }) => {
    expect(remedy).toMatch(/^(Set|Use|Leave|Serve) .{8,}\.$/);
  },
);
