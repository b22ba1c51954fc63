import { describe, expect, test } from 'vitest';
import { readSettings } from './read.ts';
import type { SettingName } from './schema.ts';

type Given = Record<string, string | undefined>;

const line = (name: SettingName, environment: Given, file: Given = {}) =>
  readSettings({ environment, file }).report.find((one) => one.name === name);

describe('where a setting comes from', () => {
  const set = { PORT: '4000' };
  const empty = { PORT: '' };

  test.each<[string, Given, Given, object]>([
    ['nowhere', {}, {}, { value: '3000', source: 'default' }],
    ['the file', {}, set, { value: '4000', source: 'file' }],
    [
      'the environment, which wins',
      { PORT: '5000' },
      set,
      { value: '5000', source: 'environment' },
    ],
    ['the file, where the environment has it empty', empty, set, { value: '4000', source: 'file' }],
    ['nowhere, where both have it empty', empty, empty, { value: '3000', source: 'default' }],
  ])('%s', (_where, environment, file, expected) => {
    expect(line('PORT', environment, file)).toEqual({ name: 'PORT', ...expected });
    const read = readSettings({ environment, file });
    expect(read.ok && String(read.settings.PORT)).toBe(line('PORT', environment, file)?.value);
  });

  test('its default may be another in production, which the file may say too', () => {
    const read = (given: Given, file: Given = {}) => line('SHUTDOWN_DELAY_MS', given, file)?.value;
    expect(read({})).toBe('0');
    expect(read({ NODE_ENV: 'production' })).toBe('5000');
    expect(read({}, { NODE_ENV: 'production' })).toBe('5000');
    expect(read({ NODE_ENV: 'production', SHUTDOWN_DELAY_MS: '7' })).toBe('7');
  });
});

describe('a secret', () => {
  const secrets = {
    DATABASE_URL: 'postgres://u:open-sesame@db/site',
    SIGNUP_PROXY_SECRET: 'open-sesame-open-sesame',
    TURNSTILE_SECRET_KEY: 'open-sesame',
    IP_HASH_SECRET: 'open-sesame',
    METRICS_TOKEN: 'open-sesame-open-sesame',
  };

  test.each(Object.entries(secrets))('%s is never shown, right or wrong', (name, value) => {
    const { report } = readSettings({ environment: { [name]: value }, file: {} });
    expect(report.find((one) => one.name === name)).toMatchObject({ value: '••••••••' });
    expect(JSON.stringify(report)).not.toContain('sesame');
  });

  test('is not shown in the place of a public key either', () => {
    const environment = { SUPABASE_PUBLISHABLE_KEY: 'sb_secret_open_sesame' };
    const { report } = readSettings({ environment, file: {} });
    expect(JSON.stringify(report)).not.toContain('open_sesame');
  });

  test('that is unset, empty or what every page carries anyway is shown as it is', () => {
    expect(line('IP_HASH_SECRET', {})?.value).toBe('');
    expect(line('METRICS_TOKEN', { METRICS_TOKEN: '' })).toMatchObject({ source: 'default' });
    const SUPABASE_PUBLISHABLE_KEY = 'sb_publishable_x';
    const environment = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_PUBLISHABLE_KEY };
    expect(line('SUPABASE_PUBLISHABLE_KEY', environment)?.value).toBe(SUPABASE_PUBLISHABLE_KEY);
  });
});

describe('the verdict', () => {
  test('names every bad value, and what contradicts it, in one reading', () => {
    const environment = { PORT: 'x', LOG_LEVEL: 'y', SUPABASE_URL: 'z' };
    const read = readSettings({ environment, file: {} });
    expect(read.ok).toBe(false);
    expect('settings' in read).toBe(false);
    const wrong = read.report.filter((one) => one.problem);
    expect(wrong.map(({ name }) => name)).toEqual([
      'PORT',
      'SUPABASE_URL',
      'SUPABASE_PUBLISHABLE_KEY',
      'LOG_LEVEL',
    ]);
    expect(wrong[0]).toEqual({
      name: 'PORT',
      value: 'x',
      source: 'environment',
      problem: 'is not a whole number from 0 to 65535',
      remedy: 'Use a whole number from 0 to 65535.',
    });
  });

  test.each(['"0x4AAAAAAA"', "'0x4AAAAAAA'"])('on %s says that the marks belong to it', (value) => {
    const judged = (TURNSTILE_SECRET_KEY: string) =>
      line('TURNSTILE_SECRET_KEY', { TURNSTILE_SECRET_KEY });
    expect(judged(value)).toMatchObject({
      problem: 'is in quotation marks, which belong to the value here',
      remedy: 'Leave the quotation marks out.',
    });
    for (const partly of [`x${value}`, `${value}x`]) {
      expect(judged(partly)).not.toHaveProperty('problem');
    }
  });

  test('on a bad value is not replaced by what it contradicts', () => {
    const environment = { DATABASE_URL: 'postgres://u:p@db/site', IP_HASH_SECRET: 'short' };
    expect(line('IP_HASH_SECRET', environment)?.problem).toMatch(/^is shorter than 16/);
    const origin = { NODE_ENV: 'production', SITE_ORIGIN: 'http://site.com/path' };
    expect(line('SITE_ORIGIN', origin)).toMatchObject({
      problem: expect.stringMatching(/^is not an origin/),
    });
    expect(line('SITE_ORIGIN', origin)).not.toHaveProperty('warning');
  });

  test('on a contradiction is not doubted as well', () => {
    const environment = { NODE_ENV: 'production', TURNSTILE_SECRET_KEY: '0x4' };
    expect(line('TURNSTILE_SITE_KEY', environment)).toEqual({
      name: 'TURNSTILE_SITE_KEY',
      value: '',
      source: 'default',
      problem: 'a secret without a site key: no visitor could get a token',
      remedy: 'Set TURNSTILE_SITE_KEY too, or unset TURNSTILE_SECRET_KEY.',
    });
  });

  test('on a doubt lets the server start, with the remedy beside it', () => {
    const read = readSettings({ environment: { CONTACT_EMAIL: 'hi@site.test' }, file: {} });
    expect(read.ok).toBe(true);
    expect(read.report.find(({ name }) => name === 'CONTACT_EMAIL')).toEqual({
      name: 'CONTACT_EMAIL',
      value: 'hi@site.test',
      source: 'environment',
      warning: 'is a placeholder: nobody reads it',
      remedy: 'Set CONTACT_EMAIL to a mailbox that somebody reads.',
    });
  });
});
