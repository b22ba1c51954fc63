import { expect, test } from 'vitest';
import { readSettings } from './read.ts';
import { contradictions, warnings } from './rules.ts';
import { sqlite, supabase, type Variables } from './testing/examples.ts';

const IP_HASH_SECRET = 'the-same-on-each-replica';
const postgres = {
  ...sqlite,
  DATABASE_URL: 'postgres://u:p@db/deckwright',
  IP_HASH_SECRET,
};
const outbox = { ...supabase, SIGNUP_OUTBOX: 'on' };
const legacy = { SUPABASE_PUBLISHABLE_KEY: '', SUPABASE_ANON_KEY: 'anon' };

/** Returns the problems (✗) and warnings (!) that the settings get. */
const said = (environment: Variables): string[] =>
  readSettings({ environment, file: {} }).report.flatMap(({ name, problem, warning }) => [
    ...(problem ? [`✗ ${name} ${problem}`] : []),
    ...(warning ? [`! ${name} ${warning}`] : []),
  ]);

test.each<[string, Variables]>([
  ['SQLite', sqlite],
  ['SQLite behind no proxy', { ...sqlite, TRUST_PROXY: '0' }],
  ['PostgreSQL', postgres],
  ['PostgreSQL, where no token means no sign-up', { ...postgres, BOT_CHECK_FALLBACK: 'deny' }],
  ['Supabase', supabase],
  ['Supabase under the legacy key’s name', { ...supabase, ...legacy }],
  ['Supabase, with its database for `signups`', { ...supabase, DATABASE_URL: 'postgres://db/a' }],
  ['Supabase, whose function alone verifies', { ...supabase, TURNSTILE_SECRET_KEY: '' }],
  ['Supabase called by the browser', { ...supabase, SIGNUP_TRANSPORT: 'direct' }],
  ['Supabase with an outbox', outbox],
])('a production site on %s gets no problem and no warning', (_name, environment) => {
  expect(said(environment)).toEqual([]);
});

test('a fresh checkout gets one warning, about its placeholder mailbox', () => {
  expect(said({})).toEqual(['! CONTACT_EMAIL is a placeholder: nobody reads it']);
});

/** Returns a legacy key of Supabase: a JWT whose payload names a role. */
const legacyKey = (role: string): string => {
  // The base64url form of this issuer has one `-` and one `_`.
  const payload = btoa(JSON.stringify({ iss: '>ÿ', role })).replaceAll('+', '-');
  return `eyJhbGciOiJIUzI1NiJ9.${payload.replaceAll('/', '_').replace(/=+$/, '')}.c2ln`;
};

/** Reads settings that are written in one line, as in a shell. */
const read = (line: string): Variables =>
  Object.fromEntries(line.split(' ').map((setting) => setting.split(/=(.*)/)));

const atHome = 'NODE_ENV=development';
const noKey = 'SUPABASE_PUBLISHABLE_KEY=';
const noSecret = 'TURNSTILE_SECRET_KEY=';
const noSiteKey = 'TURNSTILE_SITE_KEY=';
const noProxySecret = 'SIGNUP_PROXY_SECRET=';
const noOutbox = 'SIGNUP_OUTBOX=off';
const noUrl = 'SUPABASE_URL=';
const onSupabase = `SUPABASE_URL=${supabase.SUPABASE_URL} ${noKey}${supabase.SUPABASE_PUBLISHABLE_KEY}`;
const deny = 'BOT_CHECK_FALLBACK=deny';
const secretKey = `${noKey} SUPABASE_ANON_KEY=${legacyKey('service_role')}`;
const anonKey = `SUPABASE_ANON_KEY=${legacyKey('anon')}`;
const made = 'SITE_ORIGIN=https://www.example.com:8443';
const unread = 'CONTACT_EMAIL=hi@site.test';
const eventUrl = 'SIGNUP_EVENT_URL=https://crm.example/events';
const eventSecret = `SIGNUP_EVENT_SECRET=whsec_${'a'.repeat(44)}`;
const dummy = 'TURNSTILE_SECRET_KEY=1x0000000000000000000000000000000AA';

/** Settings, a change of them, the expected line, and further changes that each remove the line. */
test.each<[Variables, change: string, says: string, ...mended: string[]]>([
  [sqlite, noSecret, '✗ TURNSTILE_SECRET_KEY a site key without', noSiteKey, onSupabase],
  [sqlite, noSiteKey, '✗ TURNSTILE_SITE_KEY a secret without a site key', noSecret],
  [sqlite, dummy, '✗ TURNSTILE_SECRET_KEY a test secret', atHome, 'TURNSTILE_SECRET_KEY=0x1x0'],
  [supabase, noKey, '✗ SUPABASE_PUBLISHABLE_KEY SUPABASE_URL', noUrl, 'SUPABASE_ANON_KEY=a'],
  [supabase, `${noKey}sb_secret_a`, '✗ SUPABASE_PUBLISHABLE_KEY is a', `${noKey}a_sb_secret_`],
  [supabase, secretKey, '✗ SUPABASE_ANON_KEY is a secret key', anonKey, 'SUPABASE_ANON_KEY=no.jwt'],
  [supabase, noUrl, '✗ SUPABASE_URL a Supabase key without SUPABASE_URL', noKey],
  [sqlite, 'SUPABASE_ANON_KEY=anon', '✗ SUPABASE_URL a Supabase key without', onSupabase],
  [sqlite, 'SIGNUP_TRANSPORT=direct', '✗ SIGNUP_TRANSPORT direct needs Supabase', onSupabase],
  [postgres, 'IP_HASH_SECRET=', '✗ IP_HASH_SECRET replicas', 'DATABASE_URL=', onSupabase],
  [sqlite, eventUrl, '✗ SIGNUP_EVENT_SECRET is unset', eventSecret],
  [sqlite, eventSecret, '✗ SIGNUP_EVENT_URL is unset', eventUrl],
  [outbox, noProxySecret, '✗ SIGNUP_OUTBOX needs SIGNUP_PROXY_SECRET', noOutbox, noUrl],
  [outbox, `${noSecret} ${deny}`, '✗ SIGNUP_OUTBOX stores sign-ups without', noOutbox, noSiteKey],
  [
    outbox,
    `${noSecret} ${deny}`,
    '✗ SIGNUP_OUTBOX stores',
    'BOT_CHECK_FALLBACK=',
    `${noSecret}0x4`,
  ],
  [sqlite, 'SITE_ORIGIN=', '! SITE_ORIGIN is a placeholder', atHome],
  [sqlite, 'SITE_ORIGIN=https://your.site', '! SITE_ORIGIN is a placeholder', atHome],
  [sqlite, made, '! SITE_ORIGIN is a placeholder', 'SITE_ORIGIN=https://my-example.com'],
  [sqlite, made, '! SITE_ORIGIN is a placeholder', 'SITE_ORIGIN=https://example.com.mt'],
  [sqlite, 'SITE_ORIGIN=http://https.com', '! SITE_ORIGIN is plain http', atHome],
  [sqlite, 'CONTACT_EMAIL=hi@site.example', '! CONTACT_EMAIL is a placeholder'],
  [sqlite, unread, '! CONTACT_EMAIL is a placeholder', 'CONTACT_EMAIL=hi@site.test.com'],
  [sqlite, unread, '! CONTACT_EMAIL is a placeholder', 'CONTACT_EMAIL=hi@site.contest'],
  [
    sqlite,
    'MAIL_FROM=hi@site.co MAIL_URL=smtp://u:p@smtp.co:465',
    '! MAIL_URL is smtp:// at port 465',
    'MAIL_URL=smtps://u:p@smtp.co:465',
    'MAIL_URL=smtp://u:p@smtp.co:587',
  ],
  [sqlite, 'INDEXING=off', '! INDEXING is off in production', atHome],
  [sqlite, 'TRUST_PROXY=', '! TRUST_PROXY is unset', atHome, 'TRUST_PROXY=0'],
  [sqlite, 'TURNSTILE_VERIFY_URL=http://a.example', '! TURNSTILE_VERIFY_URL is plain', atHome],
  [sqlite, `${noSiteKey} ${noSecret}`, '! TURNSTILE_SITE_KEY is unset', atHome],
  [sqlite, `${noSiteKey}3x000`, '! TURNSTILE_SITE_KEY is a test key', atHome, `${noSiteKey}3xA`],
  [supabase, `${noUrl}http://https.co`, '! SUPABASE_URL is', atHome, `${noUrl}https://http.co`],
  [supabase, noProxySecret, '! SIGNUP_PROXY_SECRET is unset', noUrl, 'SIGNUP_TRANSPORT=direct'],
  [sqlite, 'METRICS_TOKEN=', '! METRICS_TOKEN is unset', atHome],
])(
  'of the settings %j with the change %s the report says “%s”',
  (environment, change, says, ...mended) => {
    const wrong = { ...environment, ...read(change) };
    const line = expect.stringContaining(says);
    expect(said(wrong)).toContainEqual(line);
    expect(readSettings({ environment: wrong, file: {} }).ok).toBe(says.startsWith('!'));
    for (const mend of mended) expect(said({ ...wrong, ...read(mend) })).not.toContainEqual(line);
  },
);

test.each([...contradictions, ...warnings])(
  'the rule “$says” has a remedy in full sentences',
  ({ remedy }) => {
    expect(remedy).toMatch(/^(Set|Use|Leave|Serve) .{8,}\.$/);
  },
);
