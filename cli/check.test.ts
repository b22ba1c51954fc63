import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { ownerLockName } from '../shared/records.ts';
import { settings } from '../shared/settings/schema.ts';
import type { CheckReport } from './check/report.ts';
import { colourStart, drive, temporaryFolder, type Variables } from './testing/drive.ts';

const check = async (env: Variables = {}, cwd?: string): Promise<CheckReport> =>
  JSON.parse((await drive(['check', '--json'], env, cwd)).out);

const line = async (name: string, env: Variables, cwd?: string) =>
  (await check(env, cwd)).settings.find((setting) => setting.name === name);

test('an untouched environment is in order, and every setting is listed with its default', async () => {
  const { code, out } = await drive(['check', '--json']);
  const { ok, settings: listed } = JSON.parse(out) as CheckReport;
  expect({ code, ok }).toEqual({ code: 0, ok: true });
  expect(listed.map(({ name }) => name)).toEqual(Object.keys(settings));
  expect(listed[0]).toEqual({ name: 'PORT', value: '3000', source: 'default' });
});

test('three bad settings are all named, each with its remedy, and the exit code is 1', async () => {
  const env = { PORT: 'http', SITE_ORIGIN: 'deckwright', TRUST_PROXY: 'true' };
  const { code, out } = await drive(['check'], env);
  expect(code).toBe(1);
  const wrong = out.split('\n').filter((row) => row.startsWith('XX'));
  expect(wrong.map((row) => row.split(/\s+/)[1])).toEqual(['PORT', 'SITE_ORIGIN', 'TRUST_PROXY']);
  for (const name of ['PORT', 'SITE_ORIGIN', 'TRUST_PROXY'] as const) {
    expect(out).toContain(settings[name].remedy);
  }
});

test('a bad value does not hide what else is wrong', async () => {
  const { settings: listed } = await check({ PORT: 'x', SIGNUP_TRANSPORT: 'direct' });
  const wrong = listed.filter((setting) => setting.problem).map(({ name }) => name);
  expect(wrong).toEqual(['PORT', 'SIGNUP_TRANSPORT']);
});

test('secrets are masked and a pipe gets no colour', async () => {
  const secret = 'a-very-secret-secret';
  const { out } = await drive(['check'], { METRICS_TOKEN: secret, IP_HASH_SECRET: secret });
  expect(out).not.toContain(secret);
  expect(out).toContain('••••••••');
  expect(out).not.toContain(colourStart);
});

test('a pipe gets colour when it is forced, and none with NO_COLOR', async () => {
  expect((await drive(['check'], { FORCE_COLOR: '1' })).out).toContain(colourStart);
  expect((await drive(['check'], { NO_COLOR: '1' })).out).not.toContain(colourStart);
});

describe('the .env file', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.env'), 'PORT=4000\nLOG_LEVEL=warn\nTURNSTILE_SITEKEY=abc\n');

  test('is read, and the environment wins over it', async () => {
    const { settings: listed } = await check({ PORT: '5000', ENV_FILE: join(folder, '.env') });
    expect(listed).toContainEqual({ name: 'PORT', value: '5000', source: 'environment' });
    expect(listed).toContainEqual({ name: 'LOG_LEVEL', value: 'warn', source: 'file' });
  });

  test('holds no misspelt name in silence', async () => {
    const { notes } = await check({ ENV_FILE: join(folder, '.env') });
    expect(notes).toContainEqual({
      name: 'TURNSTILE_SITEKEY',
      warning: 'is no setting of ours; it does nothing',
      remedy: 'Did you mean TURNSTILE_SITE_KEY?',
    });
  });
});

const production = { NODE_ENV: 'production' };
const outbox = {
  SUPABASE_URL: 'https://x.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_check',
  SIGNUP_PROXY_SECRET: 'only-for-tests-0000',
  SIGNUP_OUTBOX: 'on',
};

test.each<[string, Variables, 'problem' | 'warning', RegExp]>([
  ['TURNSTILE_SECRET_KEY', { TURNSTILE_SITE_KEY: 'k' }, 'problem', /without a secret/],
  ['TURNSTILE_SITE_KEY', { TURNSTILE_SECRET_KEY: 's' }, 'problem', /without a site key/],
  [
    'TURNSTILE_SECRET_KEY',
    { ...production, TURNSTILE_SITE_KEY: 'k', TURNSTILE_SECRET_KEY: '1x0000000000000000000000' },
    'problem',
    /test secret/,
  ],
  ['SIGNUP_TRANSPORT', { SIGNUP_TRANSPORT: 'direct' }, 'problem', /needs Supabase/],
  [
    'SUPABASE_PUBLISHABLE_KEY',
    { SUPABASE_URL: 'https://x.supabase.co' },
    'problem',
    /without a key/,
  ],
  [
    'SUPABASE_PUBLISHABLE_KEY',
    { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'sb_secret_abc' },
    'problem',
    /secret key/,
  ],
  ['IP_HASH_SECRET', { DATABASE_URL: 'postgres://u:p@h/d' }, 'problem', /replicas/],
  ['SITE_ORIGIN', { ...production, SITE_ORIGIN: 'http://deckwright.com' }, 'warning', /plain http/],
  ['SITE_ORIGIN', production, 'warning', /localhost/],
  ['CONTACT_EMAIL', {}, 'warning', /placeholder/],
  ['TRUST_PROXY', production, 'warning', /share one limit/],
  ['SIGNUP_OUTBOX', { ...outbox, SIGNUP_PROXY_SECRET: '' }, 'problem', /SIGNUP_PROXY_SECRET/],
  [
    'SIGNUP_OUTBOX',
    { ...outbox, TURNSTILE_SITE_KEY: 'k', BOT_CHECK_FALLBACK: 'deny' },
    'problem',
    /BOT_CHECK_FALLBACK/,
  ],
  ['SIGNUP_OUTBOX', { SIGNUP_OUTBOX: 'on' }, 'warning', /without Supabase/],
  ['SIGNUP_OUTBOX', { ...outbox, SIGNUP_TRANSPORT: 'direct' }, 'warning', /JavaScript/],
  ['SIGNUP_OUTBOX', { ...outbox, TURNSTILE_SITE_KEY: 'k' }, 'warning', /cannot verify/],
])('%s with %j is a %s', async (name, env, kind, says) => {
  const found = await line(name, env);
  expect(found?.[kind]).toMatch(says);
  expect(found?.remedy).toBeTruthy();
});

test('placeholder founders are noted and fail nothing', async () => {
  const { ok, notes } = await check();
  expect(ok).toBe(true);
  expect(notes.map(({ name }) => name)).toContain('founders');
});

describe('the data folder', () => {
  test('may not be a file', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'data'), '');
    const found = await line('DATA_DIR', { DATA_DIR: join(folder, 'data') });
    expect(found?.problem).toContain('is not a folder');
  });

  test('is looked at with Supabase too, where the outbox lies in it', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'data'), '');
    const hosted = { ...outbox, DATA_DIR: join(folder, 'data') };
    const found = await line('DATA_DIR', { ...hosted, SIGNUP_OUTBOX: 'off' });
    expect(found?.problem).toBeUndefined();
    expect((await line('DATA_DIR', hosted))?.problem).toContain('is not a folder');
  });

  test('may not be locked by another process that does not answer', async () => {
    const folder = temporaryFolder();
    const owner = new DatabaseSync(join(folder, ownerLockName));
    owner.exec('BEGIN EXCLUSIVE');
    const held = await line('DATA_DIR', { DATA_DIR: folder });
    owner.close();
    expect(held?.problem).toContain('is locked by another process');
    expect((await line('DATA_DIR', { DATA_DIR: folder }))?.problem).toBeUndefined();
  });
});

test('it shows under which address a request would be counted', async () => {
  const counted = async (env: Variables) => (await check(env)).visitor.map((one) => one.counted);
  expect(await counted({})).toEqual(['203.0.113.9', '10.0.0.2', '10.0.0.2']);
  const behindOne = ['203.0.113.9', '203.0.113.9', '203.0.113.9'];
  expect(await counted({ TRUST_PROXY: '1' })).toEqual(behindOne);
  expect(await counted({ TRUST_PROXY: '10.0.0.0/8' })).toEqual(behindOne);
  expect(await counted({ TRUST_PROXY: '2' })).toEqual(['203.0.113.9', '203.0.113.9', '192.0.2.66']);
});

describe('--live', () => {
  const site = createServer((request, response) => {
    const body = request.url === '/siteverify' ? { 'error-codes': ['invalid-input-secret'] } : {};
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  afterAll(() => site.close());

  test('says what answers and what does not', async () => {
    const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const { code, out } = await drive(['check', '--live', '--json'], {
      SITE_ORIGIN: address,
      DATA_DIR: join(temporaryFolder(), 'data'),
      TURNSTILE_SITE_KEY: 'k',
      TURNSTILE_SECRET_KEY: 'wrong',
      TURNSTILE_VERIFY_URL: `${address}/siteverify`,
      PORT: '1',
    });
    const { live } = JSON.parse(out) as CheckReport;
    expect(code).toBe(1);
    expect(live?.map(({ name, problem }) => [name, problem])).toEqual([
      ['site', undefined],
      ['backend', undefined],
      ['bot check', 'http (TURNSTILE_SECRET_KEY is not accepted)'],
    ]);
  });
});
