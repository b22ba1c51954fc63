import { afterEach, describe, expect, test, vi } from 'vitest';
import { edgeDependencies } from './dependencies.ts';

const platform = {
  SUPABASE_URL: 'https://project.supabase.co',
  SITE_ORIGIN: 'https://deckwright.example',
  SUPABASE_SECRET_KEYS: '{"default": "sb_secret_of_the_test"}',
  SUPABASE_PUBLISHABLE_KEYS:
    '{"default": "sb_publishable_of_the_test", "old": "sb_publishable_old"}',
};

const read = (changes: Record<string, string> = {}) => {
  const environment: Record<string, string> = { ...platform, ...changes };
  return edgeDependencies((name) => environment[name]);
};

test('with the site and what the platform sets, the defaults of the server hold', () => {
  expect(read()).toMatchObject({
    verifyBot: null,
    settings: {
      SIGNUP_LIMIT_PER_VISITOR_HOUR: 10,
      SIGNUP_LIMIT_PER_ADDRESS_DAY: 5,
      BOT_CHECK_FALLBACK: 'allow',
    },
    proxySecret: null,
    isHosted: true,
    acceptedKeys: ['sb_publishable_of_the_test', 'sb_publishable_old'],
  });
});

test('the legacy names of the keys serve where the new ones are missing', async () => {
  const legacy = { SUPABASE_SECRET_KEYS: '', SUPABASE_SERVICE_ROLE_KEY: 'service-role' };
  const { acceptedKeys, ipHashSecret } = read({ ...legacy, SUPABASE_ANON_KEY: 'anon' });
  expect(acceptedKeys).toContain('anon');
  expect(await ipHashSecret()).toBe('service-role');
});

test.each([
  ['SUPABASE_SECRET_KEYS', 'The platform set no secret key.'],
  ['SUPABASE_URL', 'The platform set no SUPABASE_URL.'],
  ['SITE_ORIGIN', 'SITE_ORIGIN is not set'],
])('without %s it says so', (name, problem) => {
  expect(() => read({ [name]: '' })).toThrow(problem);
});

test('elsewhere than on supabase.com nobody stands in front who could be believed', () => {
  expect(read({ SUPABASE_URL: 'http://kong:8000' }).isHosted).toBe(false);
});

test('a single publishable key is accepted beside the dictionary', () => {
  const { acceptedKeys } = read({
    SUPABASE_PUBLISHABLE_KEYS: '',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_alone',
  });
  expect(acceptedKeys).toEqual(['sb_publishable_alone']);
});

test('a secret of its own for visitors comes before the platform’s key', async () => {
  expect(await read().ipHashSecret()).toBe('sb_secret_of_the_test');
  const ours = 'a-secret-for-visitors-only';
  expect(await read({ IP_HASH_SECRET: ours }).ipHashSecret()).toBe(ours);
});

test('browsers may call from the site, and from what is added', () => {
  const changes = {
    SITE_ORIGIN: 'https://deckwright.example',
    SIGNUP_ALLOWED_ORIGINS: 'https://www.deckwright.example, https://staging.example',
  };
  expect(read(changes).allowedOrigins).toEqual([
    'https://deckwright.example',
    'https://www.deckwright.example',
    'https://staging.example',
  ]);
  const { SITE_ORIGIN } = changes;
  expect(read({ SITE_ORIGIN }).allowedOrigins).toEqual([SITE_ORIGIN]);
  expect(read({ SITE_ORIGIN, SIGNUP_ALLOWED_ORIGINS: ', ' }).allowedOrigins).toEqual([SITE_ORIGIN]);
});

test('a setting that the server would refuse is refused here, with its remedy', () => {
  expect(() => read({ BOT_CHECK_FALLBACK: 'maybe' })).toThrow('BOT_CHECK_FALLBACK: Use');
});

describe('a dummy secret of the bot check', () => {
  const dummy = { TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA' };

  test('is refused, as nothing says that this is not production', () => {
    expect(() => read(dummy)).toThrow('test secret');
    expect(() => read({ ...dummy, NODE_ENV: 'production' })).toThrow('test secret');
  });

  test('serves a developer who says so', () => {
    expect(read({ ...dummy, NODE_ENV: 'development' }).verifyBot).not.toBeNull();
  });
});

describe('what it is given', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('saves in the project’s own database, as its secret key', async () => {
    const asked = vi
      .spyOn(globalThis, 'fetch')
      .mockResolvedValue(Response.json({ retryAfter: null, saved: false }));
    await read().store.record({ visitorHash: 'ab12', limitPerHour: 10 }, null);
    const [url, init] = asked.mock.lastCall ?? [];
    expect(String(url)).toMatch(/^https:\/\/project\.supabase\.co\//);
    expect(new Headers(init?.headers).get('apikey')).toBe('sb_secret_of_the_test');
  });

  test('asks siteverify with the secret, for tokens issued on the site', async () => {
    const answer = { success: true, action: 'early-access' };
    const asked = vi.spyOn(globalThis, 'fetch');
    const { verifyBot } = read({
      SITE_ORIGIN: 'https://deckwright.example',
      TURNSTILE_SECRET_KEY: '0x4secret',
      TURNSTILE_VERIFY_URL: 'https://siteverify.example/check',
    });
    asked.mockResolvedValueOnce(Response.json({ ...answer, hostname: 'deckwright.example' }));
    expect(await verifyBot?.('token', null)).toBe('passed');
    asked.mockResolvedValueOnce(Response.json({ ...answer, hostname: 'evil.example' }));
    expect(await verifyBot?.('token', null)).toBe('failed');
    const [url, init] = asked.mock.lastCall ?? [];
    expect(url).toBe('https://siteverify.example/check');
    expect(JSON.parse(String(init?.body))).toMatchObject({ secret: '0x4secret' });
  });

  test('reads the clock at each call, and writes to the function’s log', () => {
    const { now, onError } = read();
    vi.spyOn(console, 'error').mockReturnValue();
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
    expect(now().toISOString()).toBe('2026-11-21T00:00:00.000Z');
    vi.setSystemTime(Date.UTC(2026, 10, 22));
    expect(now().toISOString()).toBe('2026-11-22T00:00:00.000Z');
    vi.useRealTimers();
    onError('gone');
    expect(console.error).toHaveBeenCalledWith('a sign-up could not be saved', 'gone');
  });
});
