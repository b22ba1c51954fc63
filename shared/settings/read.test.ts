import { expect, test } from 'vitest';
import { readSettings } from './read.ts';
import type { SettingName } from './schema.ts';

type Given = Record<string, string | undefined>;

const line = (name: SettingName, environment: Given, file: Given = {}) =>
  readSettings({ environment, file }).report.find((one) => one.name === name);

const set = { PORT: '4000' };
const empty = { PORT: '' };

const production = { NODE_ENV: 'production' };
const quick = { ...production, SHUTDOWN_DELAY_MS: '7' };

test.each<[SettingName, string, Given, Given, string, string]>([
  ['PORT', 'nowhere', {}, {}, '3000', 'default'],
  ['PORT', 'the file', {}, set, '4000', 'file'],
  ['PORT', 'the environment, which wins', { PORT: '5000' }, set, '5000', 'environment'],
  ['PORT', 'the file, where the environment has it empty', empty, set, '4000', 'file'],
  ['PORT', 'nowhere, where both have it empty', empty, empty, '3000', 'default'],
  ['SHUTDOWN_DELAY_MS', 'nowhere', {}, {}, '0', 'default'],
  ['SHUTDOWN_DELAY_MS', 'nowhere in production', production, {}, '5000', 'default'],
  ['SHUTDOWN_DELAY_MS', 'nowhere in a file for production', {}, production, '5000', 'default'],
  ['SHUTDOWN_DELAY_MS', 'the environment in production', quick, {}, '7', 'environment'],
])('%s comes from %s', (name, _where, environment, file, value, source) => {
  expect(line(name, environment, file)).toEqual({ name, value, source });
  const read = readSettings({ environment, file });
  expect(read.ok && String(read.settings[name])).toBe(value);
});

test.each([
  ['DATABASE_URL', 'postgres://u:open-sesame@db/site'],
  ['SIGNUP_PROXY_SECRET', 'open-sesame-open-sesame'],
  ['TURNSTILE_SECRET_KEY', 'open-sesame'],
  ['IP_HASH_SECRET', 'open-sesame'],
  ['METRICS_TOKEN', 'open-sesame-open-sesame'],
  ['SUPABASE_PUBLISHABLE_KEY', 'sb_secret_open_sesame'],
] as const)('the report masks a secret in %s, whether it is valid or not', (name, value) => {
  const { report } = readSettings({ environment: { [name]: value }, file: {} });
  expect(report.find((one) => one.name === name)).toMatchObject({ value: '••••••••' });
  expect(JSON.stringify(report)).not.toContain('sesame');
});

test('a secret that is unset and a key that every page carries are shown unmasked', () => {
  expect(line('IP_HASH_SECRET', {})?.value).toBe('');
  const value = 'sb_publishable_x';
  const environment = { SUPABASE_PUBLISHABLE_KEY: value };
  expect(line('SUPABASE_PUBLISHABLE_KEY', environment)?.value).toBe(value);
});

test('one report names every bad value and every setting that contradicts another one', () => {
  const environment = { PORT: 'x', LOG_LEVEL: 'y', SUPABASE_URL: 'z' };
  const { ok, report, ...rest } = readSettings({ environment, file: {} });
  expect([ok, rest]).toEqual([false, {}]);
  const wrong = report.filter((one) => one.problem).map(({ name }) => name);
  expect(wrong).toEqual(['PORT', 'SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'LOG_LEVEL']);
});

test.each([
  ['"0x4AAAAAAA"', /^is in quotation marks.* Leave the quotation marks out\.$/],
  ["'0x4AAAAAAA'", /^is in quotation marks.* Leave the quotation marks out\.$/],
  ['x"0x4AAAAAAA"', /^undefined/],
  ['"0x4AAAAAAA"x', /^undefined/],
  ['"0x4AAAAAAA', /^begins with a quotation mark that nothing closes/],
  ['0x4AAA\nAAAA', /^runs over more than one line.* on one line/],
])(
  'the report on %j names quotation marks and line breaks that the value should not have',
  (TURNSTILE_SITE_KEY, says) => {
    const environment = { TURNSTILE_SITE_KEY, TURNSTILE_SECRET_KEY: '0x4' };
    const judged = line('TURNSTILE_SITE_KEY', environment);
    expect(`${judged?.problem} ${judged?.remedy}`).toMatch(says);
  },
);

test.each<[SettingName, string, Given]>([
  ['IP_HASH_SECRET', 'is shorter', { DATABASE_URL: 'postgres://db/a', IP_HASH_SECRET: 'short' }],
  ['SITE_ORIGIN', 'is not an origin', { ...production, SITE_ORIGIN: 'http://site.com/path' }],
  ['TURNSTILE_SITE_KEY', 'a secret without', { ...production, TURNSTILE_SECRET_KEY: '0x4' }],
])('the verdict on %s is one, though more is wrong: %s', (name, problem, environment) => {
  const judged = line(name, environment);
  expect(judged?.problem).toContain(problem);
  expect(judged).not.toHaveProperty('warning');
});

test.each([
  ['~/data', /^begins with ~ or \$, which only a shell expands/],
  ['$HOME/data', /^begins with ~ or \$/],
  ['/srv/data', /^undefined/],
  ['./data', /^undefined/],
])('DATA_DIR=%s is judged as the path that the server would use', (DATA_DIR, says) => {
  expect(String(line('DATA_DIR', { DATA_DIR })?.problem)).toMatch(says);
});

test.each(['SUPABASE_URL', 'TURNSTILE_VERIFY_URL', 'CSP_REPORT_URI', 'SITE_ORIGIN'] as const)(
  '%s with a user name and a password is refused, because the value is shown',
  (name) => {
    const judged = line(name, { [name]: 'https://user:sesame@host.example' });
    expect(judged?.value).not.toContain('sesame');
    expect(judged?.problem).toMatch(/holds a user name or a password|is not an origin/);
  },
);
