import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSignups } from '../../../server/stores/sqlite/open.ts';
import { settings } from '../../../shared/settings/schema.ts';
import { sqlite, supabase } from '../../../shared/settings/testing/examples.ts';
import { answerJson, createStandIn } from '../../../shared/testing/stand-in.ts';
import { runCommand, temporaryFolder, type Variables } from '../../testing/run-command.ts';
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
  const { out } = await runCommand('check --all', { METRICS_TOKEN: secret, TRUST_PROXY: '2' });
  for (const name of Object.keys(settings)) expect(out).toMatch(new RegExp(`^[✓!] ${name} `, 'm'));
  expect(out).toContain('from 10.0.0.2, X-Forwarded-For: 203.0.113.9 → 203.0.113.9');
  expect(out).toContain('from 203.0.113.9 → 203.0.113.9');
  expect(out).not.toContain(secret);
});

test('a production site has only its founders to name', async () => {
  const { code, out } = await runCommand('check', sqlite);
  expect([code, out.match(/^[✗!] \S+/gm)]).toEqual([0, ['! founders']]);
  expect(out).toMatch(
    /still stand as “.+” and “.+”\n {4}→ Write their names into shared\/site\.ts/,
  );
});

const noFolder = { DATA_DIR: '/dev/null' };
const outbox = { ...supabase, ...noFolder, SIGNUP_OUTBOX: 'on' };

test.each<[string, Variables, string, string | undefined]>([
  ['a host without an address', { HOST: 'a.invalid' }, 'HOST', 'does not resolve (ENOTFOUND)'],
  ['another machine’s address', { HOST: '203.0.113.7' }, 'HOST', 'is no address of this machine'],
  ['a file for its folder', noFolder, 'DATA_DIR', '/dev/null is not a folder'],
  ['none where Supabase needs none', { ...supabase, ...noFolder }, 'DATA_DIR', undefined],
  ['a file for the outbox’s folder', outbox, 'DATA_DIR', '/dev/null is not a folder'],
])('%s is found out by trying', async (_what, environment, name, problem) => {
  const listed = (await check(environment)).settings;
  expect(listed.find((line) => line.name === name)?.problem).toBe(problem);
});

test('of what the file says in vain it tells the line, and the environment wins', async () => {
  const file = join(temporaryFolder(), '.env');
  const lines = ['# ours', 'PORT=4', 'LOG_LEVEL=info', 'LOG_LEVEL=warn', '', 'TURNSTILE_SITEKEY=a'];
  writeFileSync(file, [...lines, 'the rest of a key'].join('\n'));
  const { settings: listed, notes } = await check({ ENV_FILE: file, PORT: '5000' });
  expect(listed).toContainEqual({ name: 'PORT', value: '5000', source: 'environment' });
  expect(listed).toContainEqual({ name: 'LOG_LEVEL', value: 'warn', source: 'file' });
  const said = notes.map(({ name, at, warning, remedy }) => [name, at, warning, remedy].join());
  expect(said.filter((text) => text.includes(file))).toEqual([
    `LOG_LEVEL,${file}:3,is set again below, which counts,`,
    `TURNSTILE_SITEKEY,${file}:6,is no setting: it does nothing,Did you mean TURNSTILE_SITE_KEY?`,
    `a line,${file}:7,is no NAME=value: it does nothing,`,
  ]);
});

const damaged = /signups\.db is damaged\n {4}→ Stop the server and restore/;
const change = (statement: string) => (folder: string) => {
  const database: DatabaseSync = openSignups(folder, { create: false });
  database.exec(statement);
  database.close();
};
const damage = (from: number) => (folder: string) => {
  const file = join(folder, 'signups.db');
  writeFileSync(file, readFileSync(file).fill('damage', from, from + 4096));
};

test.each<[string, (folder: string) => void, RegExp]>([
  ['of newer code', change('pragma user_version = 99'), /newer Deckwright/],
  ['of older code', change('pragma user_version = 0; drop table signups'), /./],
  ['damaged in its head', damage(0), damaged],
  ['damaged in a page behind it', damage(8192), damaged],
])('of a file %s it says so, and changes nothing', async (_what, spoil, says) => {
  const DATA_DIR = filledFolder();
  spoil(DATA_DIR);
  const before = readFileSync(join(DATA_DIR, 'signups.db'));
  const { out } = await runCommand('check', { DATA_DIR });
  expect(out).toMatch(/^✗ DATA_DIR/m);
  expect(out).toMatch(says);
  expect(readFileSync(join(DATA_DIR, 'signups.db'))).toEqual(before);
});

describe('--live', () => {
  let health: object = {};
  /** The header that holds whom it takes for the visitor. */
  let trusted = 'host';
  /** Stands for the site, siteverify, the server and the function. */
  let world: Awaited<ReturnType<typeof createStandIn>>;
  beforeAll(async () => {
    world = await createStandIn((request, response) => {
      const answers: Record<string, unknown> = {
        '/siteverify': { 'error-codes': ['invalid-input-secret'] },
        '/readyz': { visitor: request.headers[trusted], ...health },
      };
      if (request.url?.startsWith('/functions/') && request.method === 'POST') {
        const isKnown = request.headers['x-deckwright-canary'] !== 'wrong-secret-of-16';
        const code = isKnown ? 'invalid_request' : 'unauthorized';
        return answerJson(isKnown ? 400 : 401, { error: { code } })(request, response);
      }
      answerJson(200, answers[request.url ?? ''] ?? { ok: true })(request, response);
    });
  });
  afterAll(() => world.close());

  /** What is said of each thing that is tried; nothing listens on port 2. */
  const live = async (env: Variables) => {
    const found = (await check({ DATA_DIR: temporaryFolder(), PORT: '2', ...env }, ' --live')).live;
    return Object.fromEntries(
      (found ?? []).map(({ name, problem, warning }) => [name, problem ?? warning ?? 'good']),
    );
  };
  const here = () => ({ SITE_ORIGIN: world.url, PORT: new URL(world.url).port });

  test('says what the site and the bot check answer, and that a trial wants a secret', async () => {
    const keys = { TURNSTILE_SITE_KEY: 'k', TURNSTILE_SECRET_KEY: 'wrong' };
    const TURNSTILE_VERIFY_URL = `${world.url}/siteverify`;
    expect(await live({ ...here(), ...keys, TURNSTILE_VERIFY_URL })).toMatchObject({
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
    expect(await live(here())).toMatchObject({ server: says });
  });

  test('lists what it tried, good or not, with the commit that runs and the room on the disk', async () => {
    health = { ready: true, backend: 'sqlite', version: '1.2.3', revision: 'd23910c' };
    const environment = { ...here(), DATA_DIR: temporaryFolder() };
    const { out } = await runCommand('check --live', environment, { width: 80 });
    expect(out).toMatch(/^✓ site /m);
    expect(out).toContain(`✓ server  ${world.url}, version 1.2.3, commit d23910c\n`);
    expect(out).toMatch(/^[✓!✗] disk {2}.* MB are free$/m);
  });

  test('warns of a site that believes whoever sends X-Forwarded-For', async () => {
    trusted = 'x-forwarded-for';
    expect((await live(here())).site).toMatch(/^forged address/);
  });

  test('says nothing of the room on a disk where nothing can be written', async () => {
    expect(await live({ ...here(), DATA_DIR: '/dev/null' })).not.toHaveProperty('disk');
  });

  test.each([
    ['127.0.0.1:1/site', 'refused (connect ECONNREFUSED'],
    ['no-such-host.invalid/site', 'dns (getaddrinfo'],
    ['127.0.0.1:1/site?sslmode=verify-full&sslrootcert=/none.crt', 'database (a certificate of'],
  ])('tries the database %s, and the server that is not there', async (address, says) => {
    const DATABASE_URL = `postgres://u:p@${address}`;
    const found = await live({ DATABASE_URL, IP_HASH_SECRET: 'x'.repeat(16) });
    expect(found.database?.slice(0, says.length)).toBe(says);
    expect(found.server).toMatch(/^no server/);
  });

  test.each([
    ['known-to-the-function', 'good'],
    ['wrong-secret-of-16', expect.stringMatching(/^wrong secret/)],
  ])('holds the proxy’s secret %s against the function’s', async (SIGNUP_PROXY_SECRET, says) => {
    const project = { SUPABASE_URL: world.url, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' };
    const found = await live({ ...project, SIGNUP_PROXY_SECRET });
    expect(found).toMatchObject({ function: 'good', 'proxy secret': says });
  });
});
