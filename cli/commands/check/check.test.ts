import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { openSignups } from '../../../server/stores/sqlite/open.ts';
import { settings } from '../../../shared/settings/schema.ts';
import { sqlite, supabase } from '../../../shared/settings/testing/examples.ts';
import { runCommand, temporaryFolder, type Variables } from '../../testing/run-command.ts';
import { freePort } from '../../testing/start-command.ts';
import { filledFolder } from '../signups/testing/filled-folder.ts';
import type { CheckReport } from './report.ts';

const check = async (env: Variables = {}, more = ''): Promise<CheckReport> =>
  JSON.parse((await runCommand(`check --json${more}`, env)).out);

test('an untouched environment is in order, and every setting is listed with its default', async () => {
  const { ok, settings: listed, backend } = await check();
  expect({ ok, backend }).toEqual({ ok: true, backend: 'sqlite' });
  expect(listed.map(({ name }) => name)).toEqual(Object.keys(settings));
  expect(listed[0]).toEqual({ name: 'PORT', value: '3000', source: 'default' });
});

test('problems come first, then warnings, each with its cure, and the rest is counted', async () => {
  const env = { TRUST_PROXY: '300', CONTACT_EMAIL: 'hello@site.example', PORT: 'http' };
  const { code, out } = await runCommand('check', env, { width: 80 });
  expect(code).toBe(1);
  expect(out).toMatch(
    /^✗ PORT {2}http {2}\[environment\]\n {2}is not a whole .*\n {4}→ Use .*\.$/m,
  );
  const marked = out.match(/^[✗!✓] \w+/gm);
  expect(marked).toEqual(['✗ PORT', '✗ TRUST_PROXY', '! CONTACT_EMAIL', '! founders', '✗ 2']);
  expect(out).toMatch(/^✗ 2 problems, 2 warnings, \d+ in order \(--all lists them\)$/m);
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});

test('--all lists every setting, secrets masked, and how a request is counted', async () => {
  const secret = 'a-very-secret-secret';
  const { out } = await runCommand('check --all', { METRICS_TOKEN: secret });
  for (const name of Object.keys(settings)) expect(out).toMatch(new RegExp(`^[✓!] ${name} `, 'm'));
  expect(out).toContain('from 10.0.0.2, X-Forwarded-For: 203.0.113.9 → 10.0.0.2');
  expect(out).not.toContain(secret);
});

test.each([
  ['SQLite', sqlite],
  ['Supabase', supabase],
])('a production site on %s has only its founders to name', async (_name, environment) => {
  const { code, out } = await runCommand('check', environment);
  expect({ code, marked: out.match(/^[✗!] \S+/gm) }).toEqual({ code: 0, marked: ['! founders'] });
});

test.each([
  ['HOST', 'no-such-host.invalid', 'does not resolve (ENOTFOUND)'],
  ['HOST', '203.0.113.7', 'is no address of this machine'],
  ['DATA_DIR', '/dev/null', '/dev/null is not a folder'],
])('%s=%s %s, as trying it tells', async (name, value, problem) => {
  const { settings: listed } = await check({ [name]: value });
  expect(listed).toContainEqual(expect.objectContaining({ name, problem }));
});

test('of what the file says in vain it tells the line, and the environment wins', async () => {
  const file = join(temporaryFolder(), '.env');
  const lines = [
    '# ours',
    'PORT=4000',
    'LOG_LEVEL=info',
    'LOG_LEVEL=warn',
    '',
    'TURNSTILE_SITEKEY=a',
  ];
  writeFileSync(file, [...lines, 'the rest of a key'].join('\n'));
  const { settings: listed, notes } = await check({ ENV_FILE: file, PORT: '5000' });
  expect(listed).toContainEqual({ name: 'PORT', value: '5000', source: 'environment' });
  expect(listed).toContainEqual({ name: 'LOG_LEVEL', value: 'warn', source: 'file' });
  const remedy = 'Did you mean TURNSTILE_SITE_KEY?';
  expect(notes.filter(({ at }) => at.startsWith(file))).toEqual([
    { name: 'LOG_LEVEL', at: `${file}:3`, warning: 'is set again below, which counts' },
    {
      name: 'TURNSTILE_SITEKEY',
      at: `${file}:6`,
      warning: 'is no setting: it does nothing',
      remedy,
    },
    { name: 'a line', at: `${file}:7`, warning: 'is no NAME=value: it does nothing' },
  ]);
});

test('the data folder is looked at with Supabase where the outbox lies in it', async () => {
  const outbox = {
    SUPABASE_URL: 'https://x.supabase.co',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_check',
    SIGNUP_PROXY_SECRET: 'only-for-tests-0000',
    DATA_DIR: '/dev/null',
  };
  const problem = async (env: Variables) =>
    (await check(env)).settings.find(({ name }) => name === 'DATA_DIR')?.problem;
  expect(await problem({ ...outbox, SIGNUP_OUTBOX: 'off' })).toBeUndefined();
  expect(await problem({ ...outbox, SIGNUP_OUTBOX: 'on' })).toContain('is not a folder');
});

test.each<[string, (database: DatabaseSync) => void, RegExp]>([
  ['newer', (database) => database.exec('pragma user_version = 99'), /newer Deckwright/],
  ['older', (database) => database.exec('pragma user_version = 0; drop table signups'), /./],
])('of a file of %s code it says so, and changes nothing', async (_age, change, says) => {
  const DATA_DIR = temporaryFolder();
  const database = openSignups(DATA_DIR, { create: true });
  change(database);
  database.close();
  const before = readFileSync(join(DATA_DIR, 'signups.db'));
  const { out } = await runCommand('check', { DATA_DIR });
  expect(out).toMatch(/^✗ DATA_DIR/m);
  expect(out).toMatch(says);
  expect(readFileSync(join(DATA_DIR, 'signups.db'))).toEqual(before);
});

test.each([
  ['its head', 0],
  ['a page behind it', 8192],
])('of a file that is damaged in %s it says what to do', async (_where, offset) => {
  const DATA_DIR = filledFolder();
  const file = join(DATA_DIR, 'signups.db');
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill('damage', offset, offset + 4096));
  const { out } = await runCommand('check', { DATA_DIR });
  expect(out).toMatch(
    /^✗ DATA_DIR .*\n {2}.*signups\.db is damaged\n {4}→ Stop the server and restore/m,
  );
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
  let health: object = {};
  /** The header that holds whom it takes for the visitor. */
  let trusted = 'host';
  /** Stands for the site, siteverify, the server and the function. */
  const world = createServer((request, response) => {
    const answers: Record<string, unknown> = {
      '/siteverify': { 'error-codes': ['invalid-input-secret'] },
      '/readyz': { visitor: request.headers[trusted], ...health },
    };
    if (request.url?.startsWith('/functions/') && request.method === 'POST') {
      const isKnown = request.headers['x-deckwright-canary'] !== 'wrong-secret-of-16';
      response.writeHead(isKnown ? 400 : 401, { 'Content-Type': 'application/json' });
      const code = isKnown ? 'invalid_request' : 'unauthorized';
      return response.end(JSON.stringify({ error: { code } }));
    }
    response.end(JSON.stringify(answers[request.url ?? ''] ?? { ok: true }));
  }).listen(0, '127.0.0.1');
  afterAll(() => world.close());
  const port = () => String((world.address() as AddressInfo).port);
  const live = async (env: Variables) => {
    const found = (await check(env, ' --live')).live ?? [];
    return Object.fromEntries(
      found.map(({ name, problem, warning }) => [name, problem ?? warning ?? 'good']),
    );
  };

  test('says what the site and the bot check answer, and that a trial wants a secret', async () => {
    const address = `http://127.0.0.1:${port()}`;
    expect(
      await live({
        SITE_ORIGIN: address,
        PORT: port(),
        DATA_DIR: temporaryFolder(),
        TURNSTILE_SITE_KEY: 'k',
        TURNSTILE_SECRET_KEY: 'wrong',
        TURNSTILE_VERIFY_URL: `${address}/siteverify`,
      }),
    ).toMatchObject({
      site: 'good',
      'bot check': 'wrong key (TURNSTILE_SECRET_KEY is not accepted)',
      'sign-up': 'no secret (a canary needs SIGNUP_PROXY_SECRET)',
    });
  });

  test.each([
    [{ ready: true, backend: 'sqlite', version: '1.2.3', revision: 'd23910c' }, 'good'],
    [{ ready: true, backend: 'postgres' }, 'other settings (it runs on postgres)'],
    [{ ready: false, notReady: 'the disk is full' }, 'not ready (the disk is full)'],
    [{ ok: true }, expect.stringMatching(/^http \(something else answers/)],
  ])('of a server that says %j it says %s', async (answer, says) => {
    health = answer;
    expect(await live({ PORT: port(), DATA_DIR: temporaryFolder() })).toMatchObject({
      server: says,
    });
  });

  test('lists what it tried, good or not, with the commit that runs and the room on the disk', async () => {
    health = { ready: true, backend: 'sqlite', version: '1.2.3', revision: 'd23910c' };
    const DATA_DIR = temporaryFolder();
    const environment = { PORT: port(), SITE_ORIGIN: `http://127.0.0.1:${port()}`, DATA_DIR };
    const { out } = await runCommand('check --live', environment, { width: 80 });
    expect(out).toMatch(/^✓ site /m);
    expect(out).toContain(`✓ server  http://127.0.0.1:${port()}, version 1.2.3, commit d23910c\n`);
    expect(out).toMatch(/^[✓!✗] disk {2}.* MB are free$/m);
    const PORT = String(await freePort());
    expect(await live({ PORT, DATA_DIR })).toMatchObject({
      server: expect.stringMatching(/^no server/),
    });
  });

  test('warns of a site that believes whoever sends X-Forwarded-For', async () => {
    trusted = 'x-forwarded-for';
    const found = await live({ SITE_ORIGIN: `http://127.0.0.1:${port()}`, PORT: port() });
    expect(found.site).toMatch(/^forged address/);
  });

  test('says nothing of the room on a disk where nothing can be written', async () => {
    expect(await live({ PORT: port(), DATA_DIR: '/dev/null' })).not.toHaveProperty('disk');
  });

  test.each([
    ['127.0.0.1:1/site', 'refused (connect ECONNREFUSED'],
    ['no-such-host.invalid/site', 'dns (getaddrinfo'],
    ['127.0.0.1:1/site?sslmode=verify-full&sslrootcert=/none.crt', 'database (ENOENT'],
  ])('tries the database %s', async (address, says) => {
    const DATABASE_URL = `postgres://u:p@${address}`;
    const found = await live({ PORT: '1', DATABASE_URL, IP_HASH_SECRET: 'x'.repeat(16) });
    expect(found.database?.slice(0, says.length)).toBe(says);
  });

  test('holds the proxy’s secret against the function’s', async () => {
    const env = {
      PORT: '1',
      SUPABASE_URL: `http://127.0.0.1:${port()}`,
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
    };
    const good = await live({ ...env, SIGNUP_PROXY_SECRET: 'known-to-the-function' });
    expect(good).toMatchObject({ function: 'good', 'proxy secret': 'good' });
    const wrong = await live({ ...env, SIGNUP_PROXY_SECRET: 'wrong-secret-of-16' });
    expect(wrong['proxy secret']).toMatch(/^wrong secret/);
    expect(wrong['sign-up']).toMatch(/^wrong secret/);
  });
});
