import { expect, test } from 'vitest';
import {
  atHome,
  type Case,
  noProxySecret,
  noSecret,
  noSiteKey,
  outbox,
  said,
  sqlite,
  starts,
  supabase,
} from './testing/examples.ts';

test.each<Case>([
  [
    'SITE_ORIGIN',
    /canonical addresses lead to localhost/,
    { ...sqlite, SITE_ORIGIN: '' },
    [atHome],
  ],
  ['SITE_ORIGIN', /plain http/, { ...sqlite, SITE_ORIGIN: 'http://https.com' }, [atHome]],
  ['CONTACT_EMAIL', /nobody reads it/, { ...sqlite, CONTACT_EMAIL: 'hi@site.example' }, []],
  [
    'CONTACT_EMAIL',
    /nobody reads it/,
    { ...sqlite, CONTACT_EMAIL: 'hi@site.test' },
    [{ CONTACT_EMAIL: 'hi@site.test.com' }],
  ],
  [
    'CONTACT_EMAIL',
    /nobody reads it/,
    { ...sqlite, CONTACT_EMAIL: 'hi@site.invalid' },
    [{ CONTACT_EMAIL: 'hi@site.contest' }],
  ],
  ['INDEXING', /search engines leave every page out/, { ...sqlite, INDEXING: 'off' }, [atHome]],
  [
    'TRUST_PROXY',
    /all visitors share one limit/,
    { ...sqlite, TRUST_PROXY: '' },
    [atHome, { TRUST_PROXY: '0' }],
  ],
  [
    'TURNSTILE_VERIFY_URL',
    /travel unencrypted/,
    { ...sqlite, TURNSTILE_VERIFY_URL: 'http://verify.example' },
    [atHome, { TURNSTILE_VERIFY_URL: 'https://verify.example' }],
  ],
  ['TURNSTILE_SITE_KEY', /keep bots out/, { ...sqlite, ...noSiteKey, ...noSecret }, [atHome]],
  [
    'TURNSTILE_SITE_KEY',
    /prove nothing/,
    { ...sqlite, TURNSTILE_SITE_KEY: '3x00000000000000000000FF' },
    [atHome, { TURNSTILE_SITE_KEY: '3xA' }],
  ],
  [
    'BOT_CHECK_FALLBACK',
    /refuses nobody/,
    { ...sqlite, ...noSiteKey, ...noSecret, BOT_CHECK_FALLBACK: 'deny' },
    [{ BOT_CHECK_FALLBACK: 'allow' }, sqlite, { SUPABASE_URL: supabase.SUPABASE_URL }],
  ],
  [
    'SUPABASE_URL',
    /travel unencrypted/,
    { ...supabase, SUPABASE_URL: 'http://https.supabase.co' },
    [atHome, { SUPABASE_URL: 'https://http.co' }],
  ],
  [
    'SIGNUP_PROXY_SECRET',
    /counts every visitor as this server/,
    { ...supabase, ...noProxySecret },
    [{ SUPABASE_URL: '' }, { SIGNUP_TRANSPORT: 'direct' }],
  ],
  [
    'SIGNUP_OUTBOX',
    /does nothing without Supabase/,
    { ...sqlite, SIGNUP_OUTBOX: 'on' },
    [{ SIGNUP_OUTBOX: 'off' }, supabase],
  ],
  [
    'SIGNUP_OUTBOX',
    /only forms sent without JavaScript/,
    { ...outbox, SIGNUP_TRANSPORT: 'direct' },
    [{ SIGNUP_OUTBOX: 'off' }, { SUPABASE_URL: '' }],
  ],
  [
    'SIGNUP_OUTBOX',
    /whose bot check it cannot verify/,
    { ...outbox, ...noSecret },
    [{ SIGNUP_OUTBOX: 'off' }, noSiteKey],
  ],
  ['METRICS_TOKEN', /no metrics page/, { ...sqlite, METRICS_TOKEN: '' }, [atHome]],
])('%s: %s is a doubt, and what mends it does', (name, says, environment, mended) => {
  expect(said('warning', name, environment)).toMatch(says);
  expect(starts(environment)).toBe(true);
  for (const change of mended) {
    expect(
      said('warning', name, { ...environment, ...change }),
      Object.keys(change)[0],
    ).not.toMatch(says);
  }
});
