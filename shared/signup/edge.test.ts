import { describe, expect, test } from 'vitest';
import { edgeDependencies } from './edge.ts';

const platform = {
  SUPABASE_URL: 'https://project.supabase.example',
  SUPABASE_SECRET_KEYS: '{"default": "sb_secret_of_the_test"}',
  SUPABASE_PUBLISHABLE_KEYS:
    '{"default": "sb_publishable_of_the_test", "old": "sb_publishable_old"}',
};

const read = (changes: Record<string, string> = {}) => {
  const environment: Record<string, string> = { ...platform, ...changes };
  return edgeDependencies((name) => environment[name]);
};

test('with nothing but what the platform sets, the defaults of the server hold', () => {
  expect(read()).toMatchObject({
    verifyBot: null,
    limits: { perVisitorHour: 10, perAddressDay: 5, fallback: 'allow' },
    proxySecret: null,
    acceptedKeys: ['sb_publishable_of_the_test', 'sb_publishable_old'],
  });
});

test('the legacy names of the keys serve where the new ones are missing', async () => {
  const legacy = { SUPABASE_SECRET_KEYS: '', SUPABASE_SERVICE_ROLE_KEY: 'service-role' };
  const { acceptedKeys, ipHashSecret } = read({ ...legacy, SUPABASE_ANON_KEY: 'anon' });
  expect(acceptedKeys).toContain('anon');
  expect(await ipHashSecret()).toBe('service-role');
});

test('without a secret key it says so', () => {
  expect(() => read({ SUPABASE_SECRET_KEYS: '' })).toThrow('secret key');
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
