import { Command } from 'commander';
import { expect, test } from 'vitest';
import { Failure, WrongUsage } from './failure.ts';
import { run } from './run.ts';
import { createSession } from './testing/run-command.ts';

/** Runs a program that throws. Returns the exit code, and the texts that the program writes on both streams. */
async function runThrowing(error: unknown, words: string[] = []) {
  const { session, written, errors } = createSession();
  session.json = words.includes('--json');
  const program = new Command().option('--json').exitOverride();
  program.action(() => {
    throw error;
  });
  const code = await run(program, words, session);
  const said = [written, errors].map((stream) => String(stream.read() ?? ''));
  return { code, out: said[0], err: said[1] };
}

test('a fault of the program exits with 1, and shows its message and its stack', async () => {
  const { code, out, err } = await runThrowing(new Error('broken'));
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^error: broken\nError: broken\n {4}at .+\n/);
  expect(await runThrowing('no error')).toEqual({ code: 1, out: '', err: 'error: no error\n' });
});

test('a failure shows its problems and its remedy, and no stack', async () => {
  const problems = [{ name: 'PORT', problem: 'is wrong', remedy: 'Mend it.' }];
  expect(await runThrowing(new Failure('disk', 'it failed', 'Make room.', problems))).toEqual({
    code: 1,
    out: '',
    err: 'error: it failed\n✗ PORT is wrong\n    → Mend it.\n  Make room.\n',
  });
  expect((await runThrowing(new Failure('disk', 'it failed'))).err).toBe('error: it failed\n');
});

test('wrong usage exits with 2, and shows no stack', async () => {
  expect(await runThrowing(new WrongUsage('name a file'))).toEqual({
    code: 2,
    out: '',
    err: 'error: name a file\n',
  });
});

test.each([
  [new Error('broken'), 1, { code: 'internal', message: 'broken' }],
  [new WrongUsage('name a file'), 2, { code: 'wrong_usage', message: 'name a file' }],
  [new Failure('disk', 'it failed'), 1, { code: 'disk', message: 'it failed' }],
  [
    new Failure('disk', 'it failed', 'Make room.'),
    1,
    { code: 'disk', message: 'it failed', remedy: 'Make room.' },
  ],
])(
  'with --json %s exits with %i, and standard output is one object',
  async (thrown, code, error) => {
    const { out = '', ...ended } = await runThrowing(thrown, ['--json']);
    expect(ended).toEqual({ code, err: '' });
    expect(JSON.parse(out)).toEqual({ ok: false, error });
  },
);

test('no command with --json is named as such', async () => {
  const { session, written } = createSession();
  session.json = true;
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  program.command('count');
  expect(await run(program, [], session)).toBe(2);
  expect(JSON.parse(String(written.read())).error.message).toBe('no command was given');
});
