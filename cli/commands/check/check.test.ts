import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fromRoot } from '../../../server/stores/installed-files.ts';
import { settings } from '../../../shared/settings/schema.ts';
import { sqlite, supabase } from '../../../shared/settings/testing/examples.ts';
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
  const DATA_DIR = temporaryFolder();
  const { ok, settings: listed, ...report } = await check({ DATA_DIR });
  expect({ ok, backend: report.backend, dataDir: report.dataDir }).toEqual({
    ok: true,
    backend: 'sqlite',
    dataDir: DATA_DIR,
  });
  expect(report).not.toHaveProperty('live');
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

test.each([
  ['of the connection without TRUST_PROXY', {}, ['203.0.113.9', '10.0.0.2', '10.0.0.2']],
  ['that one proxy adds', { TRUST_PROXY: '1' }, ['203.0.113.9', '203.0.113.9', '203.0.113.9']],
  [
    'that a visitor forges when TRUST_PROXY counts a proxy too many',
    { TRUST_PROXY: '2' },
    ['203.0.113.9', '203.0.113.9', '192.0.2.66'],
  ],
])('check shows that requests are counted under the address %s', async (_which, env, counted) => {
  const [direct, proxied, forged] = (await check(env)).visitor;
  expect([direct, proxied, forged]).toEqual([
    { peer: '203.0.113.9', forwarded: '', counted: counted[0] },
    { peer: '10.0.0.2', forwarded: '203.0.113.9', counted: counted[1] },
    { peer: '10.0.0.2', forwarded: '192.0.2.66, 203.0.113.9', counted: counted[2] },
  ]);
});

test('check with a wrong TRUST_PROXY shows no counted address, and tries nothing with --live', async () => {
  const { visitor, live, settings: listed } = await check({ TRUST_PROXY: '300' }, ' --live');
  expect({ visitor, live }).toEqual({
    visitor: [],
    live: [expect.objectContaining({ name: '--live' })],
  });
  expect(listed.filter(({ problem }) => problem).map(({ name }) => name)).toEqual(['TRUST_PROXY']);
});

test('check names the folder of data only when these settings store something there', async () => {
  const dataDir = temporaryFolder();
  const folderOf = async (env: Variables) => (await check({ ...env, DATA_DIR: dataDir })).dataDir;
  expect(await folderOf(supabase)).toBeUndefined();
  expect(await folderOf(postgres)).toBeUndefined();
  expect(await folderOf({ ...supabase, SIGNUP_OUTBOX: 'on' })).toBe(dataDir);
});

test('check finds nothing wrong with a folder that is not there yet, and does not make it', async () => {
  const DATA_DIR = join(temporaryFolder(), 'data');
  expect(await check({ DATA_DIR })).toMatchObject({ ok: true, dataDir: DATA_DIR });
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('check warns of the privacy page only while search engines are led there', async () => {
  const notesOf = async (INDEXING: string) =>
    (await check({ INDEXING })).notes.map(({ name }) => name);
  expect(await notesOf('on')).toContain('privacy');
  expect(await notesOf('off')).not.toContain('privacy');
});

test('check of a production site warns only of the founders and the privacy page', async () => {
  const { code, out } = await runCommand('check', sqlite);
  expect([code, out.match(/^[✗!] \S+/gm)]).toEqual([0, ['! founders', '! privacy']]);
});

const noFolder = { DATA_DIR: '/dev/null' };
const outbox = { ...supabase, ...noFolder, SIGNUP_OUTBOX: 'on' };
// The outbox needs Supabase, which is a problem of its own.
const postgres = { DATABASE_URL: 'postgres://u:p@db.example/site', SIGNUP_OUTBOX: 'on' };

// Without a network, Node reports EAI_AGAIN.
const unresolved = expect.stringMatching(/^does not resolve \((ENOTFOUND|EAI_AGAIN)\)$/);

test.each<[string, Variables, string, unknown]>([
  ['a host without an address', { HOST: 'a.invalid' }, 'HOST', unresolved],
  ['another machine’s address', { HOST: '203.0.113.7' }, 'HOST', 'is no address of this machine'],
  ['a file for its folder', noFolder, 'DATA_DIR', '/dev/null is not a folder'],
  ['none where Supabase needs none', { ...supabase, ...noFolder }, 'DATA_DIR', undefined],
  ['none where PostgreSQL needs none', { ...postgres, ...noFolder }, 'DATA_DIR', undefined],
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

test('check reads the certificates of the database’s address, also without --live', async () => {
  const env = {
    DATABASE_URL: 'postgres://u:p@127.0.0.1:1/site?sslmode=verify-full&sslrootcert=/none.crt',
    IP_HASH_SECRET: 'x'.repeat(16),
  };
  const { ok, settings: listed } = await check(env);
  expect(ok).toBe(false);
  expect(listed.find(({ name }) => name === 'DATABASE_URL')).toMatchObject({
    problem: expect.stringContaining('/none.crt'),
    remedy: expect.stringContaining('sslrootcert'),
  });
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
