import { expect, test } from 'vitest';
import { contradictions } from './contradictions.ts';
import {
  atHome,
  type Case,
  noKey,
  noProxySecret,
  noSecret,
  noSiteKey,
  outbox,
  postgres,
  reported,
  said,
  sqlite,
  starts,
  supabase,
  type Variables,
} from './testing/examples.ts';
import { warnings } from './warnings.ts';

test.each<[string, Variables]>([
  ['SQLite', sqlite],
  ['SQLite behind no proxy', { ...sqlite, TRUST_PROXY: '0' }],
  ['PostgreSQL', postgres],
  ['PostgreSQL, where no token means no sign-up', { ...postgres, BOT_CHECK_FALLBACK: 'deny' }],
  ['Supabase', supabase],
  [
    'Supabase under the legacy key’s name',
    { ...supabase, SUPABASE_PUBLISHABLE_KEY: '', SUPABASE_ANON_KEY: 'anon' },
  ],
  [
    'Supabase, with its database for `signups`',
    { ...supabase, DATABASE_URL: 'postgres://u:p@db/postgres' },
  ],
  [
    'Supabase, whose function alone has Turnstile’s secret',
    { ...supabase, TURNSTILE_SECRET_KEY: '' },
  ],
  ['Supabase called by the browser', { ...supabase, SIGNUP_TRANSPORT: 'direct' }],
  ['Supabase with an outbox', outbox],
])('a production site on %s has nothing to object to', (_name, environment) => {
  expect(reported(environment).filter((line) => line.problem ?? line.warning)).toEqual([]);
});

test('a fresh checkout starts, and only its made-up mailbox is doubted', () => {
  const said = reported({}).filter((line) => line.problem ?? line.warning);
  expect(said.map(({ name }) => name)).toEqual(['CONTACT_EMAIL']);
});

/** A legacy key, as Supabase issued them: a JWT whose payload names a role. */
const legacyKey = (role: string): string => {
  // An issuer that takes one `-` and one `_` in base64url.
  const payload = btoa(JSON.stringify({ iss: '>ÿ', role })).replaceAll('+', '-');
  return `eyJhbGciOiJIUzI1NiJ9.${payload.replaceAll('/', '_').replace(/=+$/, '')}.c2ln`;
};

test.each<Case>([
  [
    'TURNSTILE_SECRET_KEY',
    /tokens would not be verified/,
    { ...sqlite, ...noSecret },
    [noSiteKey, supabase],
  ],
  ['TURNSTILE_SITE_KEY', /no visitor could get a token/, { ...sqlite, ...noSiteKey }, [noSecret]],
  [
    'TURNSTILE_SECRET_KEY',
    /lets every bot in/,
    { ...sqlite, TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA' },
    [atHome, { TURNSTILE_SECRET_KEY: '0x1x0' }],
  ],
  [
    'SUPABASE_PUBLISHABLE_KEY',
    /SUPABASE_URL without a key/,
    { ...supabase, ...noKey },
    [{ SUPABASE_URL: '' }, { SUPABASE_ANON_KEY: 'anon' }],
  ],
  [
    'SUPABASE_PUBLISHABLE_KEY',
    /is a secret key/,
    { ...supabase, SUPABASE_PUBLISHABLE_KEY: 'sb_secret_abcd' },
    [{ SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_sb_secret_' }],
  ],
  [
    'SUPABASE_ANON_KEY',
    /every visitor would get it/,
    { ...supabase, ...noKey, SUPABASE_ANON_KEY: legacyKey('service_role') },
    [{ SUPABASE_ANON_KEY: legacyKey('anon') }, { SUPABASE_ANON_KEY: 'no.jwt' }],
  ],
  ['SUPABASE_URL', /key without SUPABASE_URL/, { ...supabase, SUPABASE_URL: '' }, [noKey]],
  [
    'SUPABASE_URL',
    /key without SUPABASE_URL/,
    { ...sqlite, SUPABASE_ANON_KEY: 'anon' },
    [supabase],
  ],
  [
    'SIGNUP_TRANSPORT',
    /no function for the browser to call/,
    { ...sqlite, SIGNUP_TRANSPORT: 'direct' },
    [{ SIGNUP_TRANSPORT: 'proxy' }, supabase],
  ],
  [
    'IP_HASH_SECRET',
    /must hash visitors alike/,
    { ...postgres, IP_HASH_SECRET: '' },
    [{ DATABASE_URL: '' }, supabase],
  ],
  [
    'SIGNUP_OUTBOX',
    /needs SIGNUP_PROXY_SECRET/,
    { ...outbox, ...noProxySecret },
    [{ SIGNUP_OUTBOX: 'off' }, { SUPABASE_URL: '' }],
  ],
  [
    'SIGNUP_OUTBOX',
    /which BOT_CHECK_FALLBACK=deny forbids/,
    { ...outbox, ...noSecret, BOT_CHECK_FALLBACK: 'deny' },
    [
      { SIGNUP_OUTBOX: 'off' },
      { BOT_CHECK_FALLBACK: 'allow' },
      noSiteKey,
      { TURNSTILE_SECRET_KEY: '0x4' },
    ],
  ],
])('%s: %s stops the start, and what mends it does', (name, says, environment, mended) => {
  expect(said('problem', name, environment)).toMatch(says);
  expect(starts(environment)).toBe(false);
  for (const change of mended) {
    expect(
      said('problem', name, { ...environment, ...change }),
      Object.keys(change)[0],
    ).not.toMatch(says);
  }
});

test.each([...contradictions, ...warnings])(
  '$name: “$says” has a remedy in whole sentences',
  ({ remedy }) => {
    expect(remedy).toMatch(/^(Set|Use|Leave|Serve) .{8,}\.$/);
  },
);
