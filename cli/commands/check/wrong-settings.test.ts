import { expect, test } from 'vitest';
import { sqlite as production, supabase } from '../../../shared/settings/testing/examples.ts';
import { runCommand, type Variables } from '../../testing/run-command.ts';

const none = { TURNSTILE_SITE_KEY: '', TURNSTILE_SECRET_KEY: '' };
const numbers = 'is not a whole number from';

/** What is set, beside an environment that is in order, and the line that is printed for it. */
const wrong: [set: Variables, line: string, beside?: Variables][] = [
  [{ PORT: 'http' }, `✗ PORT ${numbers} 0 to 65535`],
  [{ PORT: '65536' }, `✗ PORT ${numbers} 0 to 65535`],
  [{ HOST: 'no-such-host.invalid' }, '✗ HOST does not resolve'],
  [{ HOST: '203.0.113.7' }, '✗ HOST is no address of this machine'],
  [{ SITE_ORIGIN: 'deckwright.com' }, '✗ SITE_ORIGIN is not an http or https address'],
  [{ SITE_ORIGIN: 'https://deckwright.com/site' }, '✗ SITE_ORIGIN is not an origin'],
  [{ SITE_ORIGIN: 'http://deckwright.com' }, '! SITE_ORIGIN is plain http'],
  [{ SITE_ORIGIN: 'https://deckwright.example' }, '! SITE_ORIGIN is a placeholder'],
  [{ SITE_ORIGIN: '' }, '! SITE_ORIGIN is a placeholder'],
  [{ CONTACT_EMAIL: 'hello' }, '✗ CONTACT_EMAIL is not an e-mail address'],
  [{ CONTACT_EMAIL: 'hello@deckwright.example' }, '! CONTACT_EMAIL is a placeholder'],
  [{ INDEXING: 'true' }, '✗ INDEXING is none of on, off'],
  [{ INDEXING: 'off' }, '! INDEXING is off in production'],
  [
    { SUPABASE_URL: 'abcd.supabase.co' },
    '✗ SUPABASE_URL is not an http or https address',
    supabase,
  ],
  [{ SUPABASE_URL: 'http://abcd.supabase.co' }, '! SUPABASE_URL is plain http', supabase],
  [{ SUPABASE_URL: '' }, '✗ SUPABASE_URL a Supabase key without SUPABASE_URL', supabase],
  [
    { SUPABASE_PUBLISHABLE_KEY: '' },
    '✗ SUPABASE_PUBLISHABLE_KEY SUPABASE_URL without a key',
    supabase,
  ],
  [
    { SUPABASE_PUBLISHABLE_KEY: 'sb_secret_abcd' },
    '✗ SUPABASE_PUBLISHABLE_KEY is a secret key',
    supabase,
  ],
  [
    { SUPABASE_PUBLISHABLE_KEY: '"sb_publishable_abcd"' },
    '✗ SUPABASE_PUBLISHABLE_KEY is in quotation marks',
    supabase,
  ],
  [
    { SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abcd # ours' },
    '✗ SUPABASE_PUBLISHABLE_KEY holds a blank',
    supabase,
  ],
  [{ DATABASE_URL: 'mysql://db/site' }, '✗ DATABASE_URL is not a postgres:// address'],
  [{ DATABASE_URL: 'postgres://db/site?sslmode=foo' }, '✗ DATABASE_URL has an sslmode'],
  [{ DATABASE_URL: 'postgres://u:p@db/site' }, '✗ IP_HASH_SECRET replicas on one PostgreSQL'],
  [{ DATA_DIR: '/dev/null' }, '✗ DATA_DIR /dev/null is not a folder'],
  [{ SIGNUP_TRANSPORT: 'both' }, '✗ SIGNUP_TRANSPORT is none of proxy, direct'],
  [{ SIGNUP_TRANSPORT: 'direct' }, '✗ SIGNUP_TRANSPORT direct needs Supabase'],
  [{ SIGNUP_PROXY_SECRET: 'fifteen-letters' }, '✗ SIGNUP_PROXY_SECRET is shorter', supabase],
  [{ SIGNUP_PROXY_SECRET: '' }, '! SIGNUP_PROXY_SECRET is unset', supabase],
  [{ SIGNUP_OUTBOX: 'yes' }, '✗ SIGNUP_OUTBOX is none of on, off'],
  [{ SIGNUP_OUTBOX: 'on' }, '! SIGNUP_OUTBOX does nothing without Supabase'],
  [
    { SIGNUP_OUTBOX: 'on', SIGNUP_PROXY_SECRET: '' },
    '✗ SIGNUP_OUTBOX needs SIGNUP_PROXY_SECRET',
    supabase,
  ],
  [{ UPSTREAM_TIMEOUT_MS: '8s' }, `✗ UPSTREAM_TIMEOUT_MS ${numbers} 100 to 60000`],
  [{ TURNSTILE_SITE_KEY: '' }, '✗ TURNSTILE_SITE_KEY a secret without a site key'],
  [{ TURNSTILE_SECRET_KEY: '' }, '✗ TURNSTILE_SECRET_KEY a site key without a secret'],
  [
    { TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA' },
    '✗ TURNSTILE_SECRET_KEY a test secret in production',
  ],
  [{ TURNSTILE_VERIFY_URL: 'http://verify.example/' }, '! TURNSTILE_VERIFY_URL is plain http'],
  [none, '! TURNSTILE_SITE_KEY is unset'],
  [{ BOT_CHECK_FALLBACK: 'refuse' }, '✗ BOT_CHECK_FALLBACK is none of allow, deny'],
  [{ ...none, BOT_CHECK_FALLBACK: 'deny' }, '! BOT_CHECK_FALLBACK refuses nobody'],
  [
    { SIGNUP_LIMIT_PER_VISITOR_HOUR: '2147483648' },
    `✗ SIGNUP_LIMIT_PER_VISITOR_HOUR ${numbers} 1 to 2147483647`,
  ],
  [
    { SIGNUP_LIMIT_PER_ADDRESS_DAY: '0' },
    `✗ SIGNUP_LIMIT_PER_ADDRESS_DAY ${numbers} 1 to 2147483647`,
  ],
  [{ IP_HASH_SECRET: 'fifteen-letters' }, '✗ IP_HASH_SECRET is shorter than 16'],
  [{ TRUST_PROXY: 'true' }, '✗ TRUST_PROXY trusts anyone'],
  [{ TRUST_PROXY: '300' }, '✗ TRUST_PROXY counts more than 20 proxies'],
  [{ TRUST_PROXY: '10.0.0.0/4' }, '✗ TRUST_PROXY trusts anyone who sends X-Forwarded-For'],
  [{ TRUST_PROXY: '' }, '! TRUST_PROXY is unset'],
  [{ METRICS_TOKEN: "'a-token-of-the-scraper'" }, '✗ METRICS_TOKEN is in quotation marks'],
  [{ METRICS_TOKEN: '' }, '! METRICS_TOKEN is unset'],
  [{ LOG_LEVEL: 'loud' }, '✗ LOG_LEVEL is none of fatal'],
  [{ NODE_ENV: 'prod' }, '✗ NODE_ENV is none of development'],
];

test.each(wrong)('%j: %s, with what to do', async (set, line, beside = production) => {
  const { code, out } = await runCommand('check', { ...beside, ...set });
  expect(code).toBe(line.startsWith('✗') ? 1 : 0);
  // Mark, name, value and origin; then what is wrong; then the cure.
  const printed = out.match(/^[✗!] \S+ .*\n {2}.*\n {4}→ .*\.$/gm) ?? [];
  const said = printed.map((lines) => lines.replace(/^(\S+ \S+).*\n {2}(.*)\n.*/, '$1 $2'));
  expect(said.map((one) => one.slice(0, line.length))).toContain(line);
});

test.each([
  ['SQLite', production],
  ['Supabase', supabase],
])('a production site on %s has only its founders to name', async (_name, environment) => {
  const { code, out } = await runCommand('check', environment);
  expect(code).toBe(0);
  expect(out.match(/^[✗!] \S+/gm)).toEqual(['! founders']);
});
