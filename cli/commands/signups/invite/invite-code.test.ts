import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fromRoot } from '../../../../server/stores/installed-files.ts';
import { temporaryFolder } from '../../../../shared/testing/temporary-folder.ts';
import { inviteCode } from './invite-code.ts';

const secret = 'a-secret-of-at-least-32-characters!';
const person = (invitedAt: string) => ({ email: '+ada@codes.example', wave: 'beta-1', invitedAt });
const good = inviteCode(secret, person(new Date().toISOString()), 1);

const codes: [what: string, code: string, isGood: boolean][] = [
  ['a code', good, true],
  ['a code that has ended', inviteCode(secret, person('2026-01-01T00:00:00.000Z'), 1), false],
  [
    'a code of another secret',
    inviteCode(`${secret}x`, person(new Date().toISOString()), 1),
    false,
  ],
  [
    'a code with other claims',
    good.replace(/\.(.)/, (_all, one) => `.${one === 'e' ? 'f' : 'e'}`),
    false,
  ],
  ['a code without a signature', good.slice(0, good.lastIndexOf('.') + 1), false],
  ['no code', 'abc', false],
  ['a signature of another alphabet', 'a.b.é', false],
  ['a signature that is cut off', good.slice(0, -2), false],
];

const page = readFileSync(fromRoot('docs/invitation-codes.md'), 'utf8');
const programs = { js: process.execPath, python: 'python3' };

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.each(Object.entries(programs))(
  'the program of the manual in %s accepts a code, and no other',
  (language, command) => {
    // A machine without Python tests the other program.
    if (language === 'python' && !hasPython) return;
    const [, program = ''] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page) ?? [];
    const file = join(temporaryFolder(), language === 'js' ? 'verify.mjs' : 'verify.py');
    writeFileSync(file, program);
    for (const [what, code, isGood] of codes) {
      const { status, stdout } = spawnSync(command, [file, code], {
        env: { INVITE_CODE_SECRET: secret, PATH: process.env.PATH },
        encoding: 'utf8',
      });
      const expected = isGood ? [0, '+ada@codes.example beta-1\n'] : [1, 'no\n'];
      expect([status, stdout], what).toEqual(expected);
    }
    const forged = inviteCode('', person(new Date().toISOString()), 1);
    const env = { PATH: process.env.PATH };
    const withoutSecret = spawnSync(command, [file, forged], { env, encoding: 'utf8' });
    expect([withoutSecret.status, withoutSecret.stdout], 'without a secret').toEqual([1, '']);
  },
);
