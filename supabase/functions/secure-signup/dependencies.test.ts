import { expect, test, vi } from 'vitest';
import { hashVisitor } from '../../../shared/signup/visitor-hash.ts';
import { edgeDependencies } from './dependencies.ts';

const site = 'https://deckwright.example';
const platform = {
  SUPABASE_URL: 'https://project.supabase.co',
  SITE_ORIGIN: site,
  SUPABASE_SECRET_KEYS: '{"default": "sb_secret_of_the_test"}',
  SUPABASE_PUBLISHABLE_KEYS: '{"default": "sb_publishable_of_the_test", "old": "sb_old"}',
};

const read = (changes: Record<string, string> = {}) => {
  const environment: Record<string, string> = { ...platform, ...changes };
  return edgeDependencies((name) => environment[name]);
};

test('the function uses the server’s defaults when only the site and the platform’s variables are set', () => {
  expect(read()).toMatchObject({
    verifyBot: null,
    settings: {
      SIGNUP_LIMIT_PER_VISITOR_HOUR: 10,
      SIGNUP_LIMIT_PER_ADDRESS_DAY: 5,
      BOT_CHECK_FALLBACK: 'allow',
    },
    proxySecret: null,
    isHosted: true,
    acceptedKeys: ['sb_publishable_of_the_test', 'sb_old'],
    allowedOrigins: [site],
  });
});

const dummy = { TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA' };

test.each([
  [{ SUPABASE_SECRET_KEYS: '' }, 'The platform set no secret key.'],
  [{ SUPABASE_URL: '' }, 'The platform set no SUPABASE_URL.'],
  [{ SITE_ORIGIN: '' }, 'SITE_ORIGIN is not set'],
  [{ BOT_CHECK_FALLBACK: 'maybe' }, 'BOT_CHECK_FALLBACK: Use'],
  // Without NODE_ENV the function is in production.
  [dummy, 'test secret'],
  [{ ...dummy, NODE_ENV: 'production' }, 'test secret'],
])('with %j the function does not start, and names the problem', (changes, problem) => {
  expect(() => read(changes)).toThrow(problem);
});

const noKeys = { SUPABASE_PUBLISHABLE_KEYS: '' };
const [www, other] = ['https://www.a.example', 'https://b.example'];
const more = `${www}, ${other}`;
const developer = { ...dummy, NODE_ENV: 'development' };

test.each<[string, Record<string, string>, object]>([
  ['the legacy key', { ...noKeys, SUPABASE_ANON_KEY: 'anon' }, { acceptedKeys: ['anon'] }],
  ['a single key', { ...noKeys, SUPABASE_PUBLISHABLE_KEY: 'sb_a' }, { acceptedKeys: ['sb_a'] }],
  ['a self-hosted project', { SUPABASE_URL: 'http://kong:8000' }, { isHosted: false }],
  ['nothing added', { SIGNUP_ALLOWED_ORIGINS: ', ' }, { allowedOrigins: [site] }],
  ['origins added', { SIGNUP_ALLOWED_ORIGINS: more }, { allowedOrigins: [site, www, other] }],
  ['a dummy secret of a developer', developer, { verifyBot: expect.any(Function) }],
])('edgeDependencies reads %s', (_what, changes, expected) => {
  expect(read(changes)).toMatchObject(expected);
});

test.each<[string, Record<string, string>, string]>([
  ['the platform’s key', {}, 'sb_secret_of_the_test'],
  ['its legacy key', { SUPABASE_SECRET_KEYS: '', SUPABASE_SERVICE_ROLE_KEY: 'role' }, 'role'],
  ['a secret of its own', { IP_HASH_SECRET: 'for-visitors-only' }, 'for-visitors-only'],
])('ipHashSecret returns %s', async (_which, changes, secret) => {
  expect(await read(changes).ipHashSecret()).toBe(secret);
});

test('the function hashes a visitor as the server does', async () => {
  const noon = new Date('2026-11-21T12:00:00Z');
  const hash = await hashVisitor('192.0.2.7', 'secret', noon, read().hmac);
  expect(hash).toBe('e8691236ef90c146bd1a0f9a69f2f291');
});

test('now reads the clock at each call, and onError writes to the log', () => {
  const { now, onError } = read();
  vi.setSystemTime(1000);
  expect(now().getTime()).toBe(1000);
  vi.useRealTimers();
  const log = vi.spyOn(console, 'error').mockReturnValue();
  onError('gone');
  expect(log).toHaveBeenCalledWith('the database failed', 'gone');
});
