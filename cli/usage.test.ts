import { expect, test } from 'vitest';
import { drive } from './testing/drive.ts';

const leaves = [
  ['check'],
  ['ping'],
  ['manifest'],
  ['preview'],
  ['serve'],
  ['signups', 'count'],
  ['signups', 'list'],
  ['signups', 'export'],
  ['signups', 'erase'],
  ['signups', 'backup'],
  ['signups', 'move', '--to', 'postgres://host/database'],
  ['signups', 'outbox'],
];

test.each(leaves.map((words) => [words.join(' '), words] as const))(
  '%s explains itself, takes --json and refuses an unknown flag',
  async (_name, words) => {
    const [help, unknown] = await Promise.all([
      drive([...words, '--help']),
      drive([...words, '--nope']),
    ]);
    expect(help.code).toBe(0);
    expect(help.out).toContain('--json');
    expect(unknown.code).toBe(2);
    expect(unknown.err).toContain("unknown option '--nope'");
    expect(unknown.out).toBe('');
  },
);

test.each<[string, string[]]>([
  ['no command', []],
  ['an unknown command', ['chekc']],
  ['no signups command', ['signups']],
  ['a missing argument', ['signups', 'erase']],
  ['a missing option', ['signups', 'move']],
  ['a count that is no number', ['ping', '--count', 'many']],
  ['a device that nobody has', ['preview', '--device', 'watch']],
  ['a database that is none', ['signups', 'move', '--to', 'https://example.com']],
  ['two wishes at once', ['signups', 'outbox', '--forget', 'a@b.example', '--retry']],
  ['too many arguments', ['check', 'everything']],
])('%s is wrong usage', async (_name, words) => {
  const { code, out, err } = await drive(words);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).not.toBe('');
});

test('a misspelt command is answered with the right one', async () => {
  expect((await drive(['chekc'])).err).toContain('Did you mean check?');
});

test('the version is the package’s', async () => {
  const { code, out } = await drive(['--version']);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test.each(['manifest', 'ping', 'signups count'])(
  '%s in a broken environment names every problem and exits 1',
  async (command) => {
    const env = { PORT: 'http', TRUST_PROXY: 'true' };
    const text = await drive(command.split(' '), env);
    expect(text.code).toBe(1);
    expect(text.err).toMatch(/PORT.*\n.*TRUST_PROXY/);
    const json = await drive([...command.split(' '), '--json'], env);
    expect(JSON.parse(json.out)).toMatchObject({ ok: false, error: { code: 'bad_settings' } });
  },
);
