import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { fromRoot } from '../../../server/stores/installed-files.ts';
import { openSignups } from '../../../server/stores/sqlite/open.ts';
import { settings } from '../../../shared/settings/schema.ts';
import { sqlite, supabase } from '../../../shared/settings/testing/examples.ts';
import { answerJson, createStandIn } from '../../../shared/testing/stand-in.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { runCommand, type Variables } from '../../testing/run-command.ts';
import { filledFolder } from '../signups/testing/filled-folder.ts';
import type { CheckReport } from './report.ts';

/** Runs `check --json`. Expects a remedy for each problem and each warning about a setting or a `--live` trial. */
async function check(env: Variables = {}, more = ''): Promise<CheckReport> {
  const report: CheckReport = JSON.parse((await runCommand(`check --json${more}`, env)).out);
  for (const { name, problem, warning, remedy } of [...report.settings, ...(report.live ?? [])]) {
    expect(name).toMatch(/\w/);
    if (problem ?? warning) expect(remedy, name).toMatch(/^[A-Z].+\w/);
  }
  return report;
}

test('check finds no problem in an empty environment, and lists every setting with its default', async () => {
  const { ok, settings: listed, backend } = await check();
  expect({ ok, backend }).toEqual({ ok: true, backend: 'sqlite' });
  expect(listed.map(({ name }) => name)).toEqual(Object.keys(settings));
  expect(listed[0]).toEqual({ name: 'PORT', value: '3000', source: 'default' });
});

test('check prints problems first, then warnings, each with its remedy, and counts the other settings', async () => {
  const env = { TRUST_PROXY: '300', CONTACT_EMAIL: 'hello@site.example', PORT: 'http' };
  const { code, out } = await runCommand('check', env, { width: 80 });
  expect(code).toBe(1);
  expect(out).toMatch(
    /^✗ PORT {2}http {2}\[environment\]\n {2}is not a whole .*\n {4}→ Use .*\.$/m,
  );
  const marked = out.match(/^[✗!✓] \w+/gm);
  expect(marked).toEqual([
    '✗ PORT',
    '✗ TRUST_PROXY',
    '! CONTACT_EMAIL',
    '! founders',
    '! privacy',
    '✗ 2',
  ]);
  expect(out).toMatch(/^✗ 2 problems, 3 warnings, \d+ in order \(--all lists them\)$/m);
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

test('check of a production site warns only of the founders and the privacy page', async () => {
  const { code, out } = await runCommand('check', sqlite);
  expect([code, out.match(/^[✗!] \S+/gm)]).toEqual([0, ['! founders', '! privacy']]);
});

const noFolder = { DATA_DIR: '/dev/null' };
const outbox = { ...supabase, ...noFolder, SIGNUP_OUTBOX: 'on' };

// Without a network, Node reports EAI_AGAIN.
const unresolved = expect.stringMatching(/^does not resolve \((ENOTFOUND|EAI_AGAIN)\)$/);

test.each<[string, Variables, string, unknown]>([
  ['a host without an address', { HOST: 'a.invalid' }, 'HOST', unresolved],
  ['another machine’s address', { HOST: '203.0.113.7' }, 'HOST', 'is no address of this machine'],
  ['a file for its folder', noFolder, 'DATA_DIR', '/dev/null is not a folder'],
  ['none where Supabase needs none', { ...supabase, ...noFolder }, 'DATA_DIR', undefined],
  ['a file for the outbox’s folder', outbox, 'DATA_DIR', '/dev/null is not a folder'],
])('%s is found out by trying', async (_what, environment, name, problem) => {
  const listed = (await check(environment)).settings;
  expect(listed.find((line) => line.name === name)?.problem).toEqual(problem);
});

/** The id of the user who runs `check`. Root may write to every folder, so that `nobody` runs it in place of root. */
const uid = process.getuid?.() || 65_534;
const runAs = (words: string[], env: Variables) =>
  spawnSync(process.execPath, words, {
    cwd: fromRoot('.'),
    encoding: 'utf8',
    env: { ENV_FILE: devNull, ...env },
    ...(process.getuid?.() === 0 && { uid, gid: uid }),
  });
const canRead = runAs(['-e', `fs.accessSync('cli/index.ts')`], {}).status === 0;

test.runIf(canRead).each<[string, number, (folder: string) => string, string]>([
  ['enter', 0o000, (folder) => `user ${uid} may not enter ${folder}`, 'Set DATA_DIR to a folder'],
  [
    'write to',
    0o555,
    (folder) => `${folder}/data is not there, and user ${uid} may not make it`,
    `install -d -o ${uid} -m 700`,
  ],
])(
  'check names a folder that its user may not %s (needs a checkout that every user may read)',
  (_what, mode, says, cure) => {
    const folder = temporaryFolder();
    chmodSync(folder, mode);
    const words = ['cli/index.ts', 'check', '--json'];
    const { stdout, status } = runAs(words, { DATA_DIR: join(folder, 'data') });
    // A user who is not root cannot remove a folder of these modes.
    chmodSync(folder, 0o700);
    const { settings: listed }: CheckReport = JSON.parse(stdout);
    const { problem, remedy } = listed.find(({ name }) => name === 'DATA_DIR') ?? {};
    expect([status, problem, remedy]).toEqual([1, says(folder), expect.stringContaining(cure)]);
  },
);

test('check names each line of the file that has no effect, and the environment overrides the file', async () => {
  const file = join(temporaryFolder(), '.env');
  const lines = ['# ours', 'PORT=4', 'LOG_LEVEL=info', 'LOG_LEVEL=warn', '', 'TURNSTILE_SITEKEY=a'];
  writeFileSync(file, [...lines, 'the rest of a key'].join('\n'));
  const { settings: listed, notes } = await check({ ENV_FILE: file, PORT: '5000' });
  expect(listed).toContainEqual({ name: 'PORT', value: '5000', source: 'environment' });
  expect(listed).toContainEqual({ name: 'LOG_LEVEL', value: 'warn', source: 'file' });
  const said = notes.map(({ name, value, warning, remedy }) =>
    [name, value, warning, remedy].join(),
  );
  expect(said.filter((text) => text.includes(file))).toEqual([
    `LOG_LEVEL,${file}:3,is set again below, which counts,`,
    `TURNSTILE_SITEKEY,${file}:6,is no setting: it does nothing,Did you mean TURNSTILE_SITE_KEY?`,
    `a line,${file}:7,is no NAME=value: it does nothing,`,
  ]);
});

test.each([
  ['in its head', 0],
  ['in a later page', 8192],
])('check reports a file that is damaged %s, and changes nothing', async (_where, from) => {
  const DATA_DIR = filledFolder();
  const file = join(DATA_DIR, 'signups.db');
  const broken = readFileSync(file).fill('damage', from, from + 4096);
  writeFileSync(file, broken);
  const { out } = await runCommand('check', { DATA_DIR });
  expect(out).toMatch(/^✗ DATA_DIR.*\n.*is damaged\n {4}→ Stop the server and restore/m);
  expect(readFileSync(file)).toEqual(broken);
});

test('check warns of a forgotten rehearsal and of the files of a killed command, and changes nothing', async () => {
  const DATA_DIR = filledFolder();
  const copy = join(DATA_DIR, 'rehearsal', 'signups.db');
  mkdirSync(join(DATA_DIR, 'rehearsal'));
  copyFileSync(join(DATA_DIR, 'signups.db'), copy);
  const killed = join(DATA_DIR, '.deckwright-work-killed');
  mkdirSync(killed);
  const { settings: listed } = await check({ DATA_DIR });
  expect(listed.find(({ name }) => name === 'DATA_DIR')).toMatchObject({
    warning: `${killed}: left by a killed command; ${copy}: a copy that holds addresses`,
  });
  expect(readdirSync(DATA_DIR)).toContain('.deckwright-work-killed');
});

test('a path with a colon and a space stays whole in the problem', async () => {
  const DATA_DIR = join(temporaryFolder(), 'x: y');
  mkdirSync(DATA_DIR, { mode: 0o700 });
  writeFileSync(join(DATA_DIR, 'signups.db'), 'no database'.repeat(1000));
  const { settings: listed } = await check({ DATA_DIR });
  const { problem, remedy } = listed.find(({ name }) => name === 'DATA_DIR') ?? {};
  expect(problem).toBe(`${DATA_DIR}/signups.db is damaged`);
  expect(remedy).toMatch(/^Stop the server and restore a backup/);
});

/** The server’s own fields in its answer. */
let health: object = {};
/** Stands for the site, siteverify, the server and the function. */
const world = await createStandIn((request, response) => {
  if (request.url === '/siteverify') {
    // Siteverify judges the secret before the token.
    return text(request).then((form) => {
      const { secret, response: token } = Object.fromEntries(new URLSearchParams(form));
      const isRight = secret === 'right' && token;
      const wrong = { 'error-codes': ['invalid-input-secret'] };
      answerJson(200, isRight ? {} : wrong)(request, response);
    });
  }
  const answers: Record<string, unknown> = {
    '/readyz': { visitor: '127.0.0.1', ...health },
  };
  if (request.url?.startsWith('/functions/') && request.method === 'POST') {
    const isKnown = request.headers['x-deckwright-canary'] !== 'wrong-secret-of-16';
    const code = isKnown ? 'invalid_request' : 'unauthorized';
    return answerJson(isKnown ? 400 : 401, { error: { code } })(request, response);
  }
  answerJson(200, answers[request.url ?? ''] ?? { ok: true })(request, response);
});

const here = { SITE_ORIGIN: world.url, PORT: new URL(world.url).port };
const keys = { TURNSTILE_SITE_KEY: 'k', TURNSTILE_SECRET_KEY: 'wrong' };
const botCheck = { ...keys, TURNSTILE_VERIFY_URL: `${world.url}/siteverify` };
const project = { SUPABASE_URL: world.url, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' };
const knownSecret = { ...project, SIGNUP_PROXY_SECRET: 'known-to-the-function' };
const wrongSecret = { ...project, SIGNUP_PROXY_SECRET: 'wrong-secret-of-16' };
const database = (address: string) => ({
  DATABASE_URL: `postgres://u:p@${address}`,
  IP_HASH_SECRET: 'x'.repeat(16),
});
const noRoot = database('127.0.0.1:1/site?sslmode=verify-full&sslrootcert=/none.crt');
const ready = { ready: true, backend: 'sqlite', version: '1.2.3', revision: 'd23910c' };
const postgres = { ready: true, backend: 'pg' };
const full = { ready: false, notReady: 'the disk is full' };

test.each<[string, Record<string, RegExp>, Variables, object?]>([
  ['a site that is well', { site: /^good$/, server: /^good$/ }, here, ready],
  [
    'a trial without a secret',
    { 'sign-up': /^warning: no secret \(a canary needs SIGNUP_/ },
    here,
    ready,
  ],
  ['another backend', { server: /^problem: other settings \(it runs on pg\)/ }, here, postgres],
  ['a full disk', { server: /^problem: not ready \(the disk is full\)/ }, here, full],
  ['another program', { server: /^problem: http \(something else answers/ }, here],
  ['no server', { server: /^problem: no server/ }, {}],
  [
    'a site that trusts a forged address',
    { site: /^warning: forged address/ },
    { ...here, METRICS_TOKEN: 'a-token-of-16-characters' },
    { ...ready, visitor: '192.0.2.66' },
  ],
  ['a wrong key', { 'bot check': /^problem: wrong key \(TURNSTILE_SECRET_KEY is not/ }, botCheck],
  ['a good key', { 'bot check': /^good$/ }, { ...botCheck, TURNSTILE_SECRET_KEY: 'right' }],
  [
    'no database',
    { database: /^problem: refused \(connect ECONNREFUSED/ },
    database('127.0.0.1:1/site'),
  ],
  [
    'a database of no host',
    { database: /^problem: dns \(getaddrinfo/ },
    database('a.invalid/site'),
  ],
  [
    'a certificate that is not there',
    { database: /^problem: database \(a certificate of/ },
    noRoot,
  ],
  ['the function’s secret', { function: /^good$/, 'proxy secret': /^good$/ }, knownSecret],
  ['another than the function’s', { 'proxy secret': /^problem: wrong secret/ }, wrongSecret],
])('of %s check --live says so', async (_what, says, environment, answer = {}) => {
  health = answer;
  // Nothing listens on port 2.
  const nowhere = { DATA_DIR: temporaryFolder(), PORT: '2' };
  const { live = [] } = await check({ ...nowhere, ...environment }, ' --live');
  for (const [name, pattern] of Object.entries(says)) {
    const { problem, warning } = live.find((tried) => tried.name === name) ?? { problem: 'none' };
    const judged = problem ? `problem: ${problem}` : warning ? `warning: ${warning}` : 'good';
    expect(judged).toMatch(pattern);
  }
});

test('--live lists what it tried, with the commit that runs and the room on the disk', async () => {
  health = ready;
  const environment = { ...here, DATA_DIR: temporaryFolder() };
  const { out } = await runCommand('check --live', environment, { width: 80 });
  expect(out).toMatch(/^✓ site /m);
  expect(out).toContain(`✓ server  ${world.url}, runs version 1.2.3, commit d23910c\n`);
  expect(out).toMatch(/^[✓!✗] disk {2}.* MB are free$/m);
  health = { ...ready, revision: undefined };
  const { live } = await check(environment, ' --live');
  expect(live?.find(({ name }) => name === 'server')?.value).toBe(
    `${world.url}, runs version 1.2.3`,
  );
});

test('check reads the certificates of the database’s address, also without --live', async () => {
  const { ok, settings: listed } = await check(noRoot);
  expect(ok).toBe(false);
  expect(listed.find(({ name }) => name === 'DATABASE_URL')).toMatchObject({
    problem: expect.stringContaining('/none.crt'),
    remedy: expect.stringContaining('sslrootcert'),
  });
});

test('--live warns of a disk with less than 500 MB of room, and finds less than 50 MB wrong', async () => {
  const DATA_DIR = temporaryFolder();
  const { bavail, bsize } = statfsSync(DATA_DIR);
  const free = bavail * bsize;
  const { live = [] } = await check({ ...here, DATA_DIR }, ' --live');
  const { problem, warning } = live.find(({ name }) => name === 'disk') ?? {};
  expect([problem !== undefined, warning !== undefined]).toEqual([
    free < 50e6,
    free >= 50e6 && free < 500e6,
  ]);
});

test('--live does not report free space when the disk cannot be written to', async () => {
  const { live } = await check({ ...here, DATA_DIR: '/dev/null' }, ' --live');
  expect(live?.map(({ name }) => name)).not.toContain('disk');
});

test('--live warns for a day that the file was made new, and no longer afterwards', async () => {
  const DATA_DIR = filledFolder();
  const find = async () => {
    const { live = [] } = await check({ ...here, DATA_DIR }, ' --live');
    return live.find(({ name }) => name === 'file');
  };
  expect(await find()).toMatchObject({
    value: join(DATA_DIR, 'signups.db'),
    warning: expect.stringMatching(/^made new on \d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
  });
  const signups = openSignups(DATA_DIR, { create: false });
  signups.exec(`update internals set value = '2026-01-01T00:00:00.000Z' where name = 'made_at'`);
  signups.close();
  expect(await find()).toEqual({ name: 'file', value: join(DATA_DIR, 'signups.db') });
});

test('check warns of a file that other users may open and of a folder that they may write to, and names the commands that mend both', async () => {
  const DATA_DIR = filledFolder();
  const file = join(DATA_DIR, 'signups.db');
  chmodSync(file, 0o644);
  chmodSync(DATA_DIR, 0o777);
  const { ok, settings: listed } = await check({ DATA_DIR });
  const line = listed.find(({ name }) => name === 'DATA_DIR');
  expect([ok, line?.warning, line?.remedy]).toEqual([
    true,
    `other users may write to ${DATA_DIR} (mode 777); other users may open ${file} (mode 644)`,
    `Run: chmod 700 ${DATA_DIR} && chmod 600 ${file}`,
  ]);
});
