import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { filledFolder } from './commands/signups/testing/filled-folder.ts';
import { runCommand } from './testing/run-command.ts';

const requestsForHelp = ['help', '--help', 'help check', 'help signups', '-v', '--version'];

test.each(requestsForHelp)('%s prints to standard output and exits with 0', async (line) => {
  const { code, out } = await runCommand(line);
  expect({ code, isEmpty: out === '' }).toEqual({ code: 0, isEmpty: false });
});

test.each([
  ['no command', ''],
  ['an unknown command', 'chekc'],
  ['help for an unknown command', 'help signups bakcup'],
  ['no signups command', 'signups'],
  ['a missing argument', 'signups erase'],
  ['what is no address', 'signups erase ann --yes'],
  ['an erasure that nobody confirms', 'signups erase ann@example.com'],
  ['a move to nowhere', 'signups move'],
  ['a database that is none', 'signups move --to https://example.com'],
  ['a backup without a name', 'signups backup'],
  ['--keep without --to', 'signups backup a.db --keep 3'],
  ['a backup under an empty name', "signups backup ''"],
  ['a backup into an empty name', "signups backup --to ''"],
  ['a restore of an empty name', "signups restore ''"],
  ['a move to an empty name', "signups move --to ''"],
  ['an empty name for the file of settings', "check --env-file ''"],
  ['an empty name for the folder of data', "signups count --data-dir ''"],
  ['a count that is no number', 'ping --count many'],
  ['a count in hexadecimal', 'ping --count 0x2'],
  ['a count of none', 'ping --count 0'],
  ['a count with a fraction', 'ping --count 1.5'],
  ['a count that no number holds exactly', 'ping --count 9007199254740993'],
  ['the list of all pages with one page', 'manifest /upload --all'],
  ['the list of all pages with a check', 'manifest --all --live'],
  ['an empty name for the file of settings before --json', "--env-file '' check"],
  ['a device that nobody has', 'preview --device watch'],
  ['two wishes at once', 'signups outbox --erase a@b.example --retry'],
  ['too many arguments', 'check everything'],
])(
  '%s is wrong usage, which is reported as text, or with --json as JSON only: “%s”',
  async (_what, line) => {
    const { code, out, err } = await runCommand(line);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).not.toBe('');
    const json = await runCommand(`${line} --json`);
    expect({ code: json.code, err: json.err }).toEqual({ code: 2, err: '' });
    const { ok, error } = JSON.parse(json.out);
    expect({ ok, code: error.code }).toEqual({ ok: false, code: 'wrong_usage' });
    expect(error.message).toMatch(/^(?!error:).+/);
  },
);

test('wrong settings are named one by one, each with its remedy', async () => {
  const environment = { PORT: 'http', TRUST_PROXY: 'true' };
  const text = await runCommand('manifest', environment);
  expect(text.code).toBe(1);
  expect(text.err).toMatch(/^✗ PORT is not .*\n {4}→ Use a whole .*\n✗ TRUST_PROXY trusts/m);
  const json = await runCommand('manifest --json', environment);
  const { error } = JSON.parse(json.out);
  expect(error).toMatchObject({ code: 'bad_settings' });
  expect(Object.keys(error.problems[0])).toEqual(['name', 'problem', 'remedy']);
  expect(error.problems).toMatchObject([{ name: 'PORT' }, { name: 'TRUST_PROXY' }]);
});

const positions = ['--env-file FILE check --json', 'check --json --env-file FILE'];

test.each(positions)('%s reads the named file of settings', async (line) => {
  const file = join(temporaryFolder(), 'deckwright.env');
  writeFileSync(file, 'PORT=4000\n');
  const { out } = await runCommand(line.replace('FILE', file));
  expect(JSON.parse(out).settings[0]).toMatchObject({ value: '4000', source: 'file' });
});

const DATA_DIR = filledFolder();
const isFile = join(DATA_DIR, 'signups.db');
const noFile = /^error: \/no\/file: no such file or directory\n {2}Name a file/;
const noFolder = /^error: .*signups\.db: (file already exists|not a directory)\n {2}Name a folder/m;

test.each([
  ['check --env-file /no/file', noFile],
  ['signups restore /no/file', noFile],
  ['signups backup /no/file', noFile],
  [`signups restore ${isFile} --data-dir ${isFile}`, noFolder],
])('%s names what is wrong with the path, and what to do', async (line, says) => {
  const { code, out, err } = await runCommand(line, { DATA_DIR });
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(says);
  expect(err).not.toContain('    at ');
});

const localCommands = ['signups count', 'signups restore a.db', 'check', 'serve'];

test.each(localCommands)(
  '%s refuses --data-dir when the settings name another database',
  async (line) => {
    const environment = { DATABASE_URL: 'postgres://db/site', IP_HASH_SECRET: 'x'.repeat(16) };
    const { code, err } = await runCommand(`${line} --data-dir somewhere`, environment);
    expect(code).toBe(2);
    expect(err).toContain('--data-dir names a folder of SQLite, and DATABASE_URL keeps sign-ups');
  },
);

test('--data-dir names SUPABASE_URL as the place of the sign-ups, and is accepted for the outbox', async () => {
  const environment = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'k' };
  const refused = await runCommand('check --data-dir somewhere', environment);
  expect(refused).toMatchObject({
    code: 2,
    err: expect.stringContaining('SUPABASE_URL keeps sign-ups elsewhere'),
  });
  const outbox = { ...environment, SIGNUP_OUTBOX: 'on' };
  const { out } = await runCommand('check --json --data-dir somewhere', outbox);
  expect(JSON.parse(out).dataDir).toBe(join(process.cwd(), 'somewhere'));
});

test('--data-dir is relative to the shell’s folder', async () => {
  const { code, err } = await runCommand('signups count --data-dir not-there');
  expect(code).toBe(1);
  expect(err).toContain(`no sign-up data in ${join(process.cwd(), 'not-there')}`);
});

test('completion is a script that asks us what a command takes, and what every command takes', async () => {
  expect((await runCommand('completion bash')).out).toContain('deckwright complete --');
  const log = vi.spyOn(console, 'log').mockReturnValue();
  await runCommand('complete -- check --');
  const offered = log.mock.calls.map(([line]) => String(line).split('\t')[0]);
  log.mockRestore();
  expect(offered).toEqual(expect.arrayContaining(['--live', '--all', '--json', '--data-dir']));
});

test('completion with --json prints the shell and the script', async () => {
  const { out: script } = await runCommand('completion zsh');
  const { out } = await runCommand('completion zsh --json');
  expect(JSON.parse(out)).toEqual({ shell: 'zsh', script: script.slice(0, -1) });
});

test('help with --json prints the help as JSON', async () => {
  const { code, out } = await runCommand('help signups backup --json');
  expect(code).toBe(0);
  const help = JSON.parse(out);
  expect(help).toMatchObject({ name: 'backup', usage: expect.stringContaining('signups backup') });
  expect(help.options.map(({ name }: { name: string }) => name)).toContain('--json');
});

test.each(['--version --json', '--json -v'])('%s prints the version as JSON', async (line) => {
  const { code, out } = await runCommand(line);
  expect([code, JSON.parse(out)]).toEqual([0, { version: packageJson.version }]);
});

test.each([
  [{}, 'deckwright check'],
  [{ npm_command: 'exec' }, 'npx deckwright check'],
  [{ npm_lifecycle_event: 'cli' }, 'npm run -s cli -- check'],
])('with %o the examples in help are lines that this shell can run', async (environment, line) => {
  expect((await runCommand('help check', environment)).out).toContain(`$ ${line}`);
});

test('--json after -- is an argument, so the error is text', async () => {
  const { code, out, err } = await runCommand('check -- --json');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('too many arguments');
});

test.each(['-rf@example.com', '-vera@example.com'])(
  'the address %s is refused as an option, and the error says how to write it',
  async (address) => {
    const says = expect.stringContaining('after the word --');
    const line = `signups erase ${address} --yes`;
    expect(await runCommand(line)).toMatchObject({ code: 2, out: '', err: says });
    const { out } = await runCommand(`${line} --json`);
    expect(JSON.parse(out).error).toMatchObject({ code: 'wrong_usage', remedy: says });
    const { code, err } = await runCommand(`signups erase --yes -- ${address}`);
    expect([code, err]).toEqual([1, expect.stringContaining('no sign-up data')]);
  },
);
