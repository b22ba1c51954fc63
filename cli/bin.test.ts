import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fromRoot } from '../server/stores/installed-files.ts';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { portOf, runProgram } from './testing/run-program.ts';

/** Returns a folder with a file of settings, `ours.env`, in which PORT is 4321. */
function folderWithSettings(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'ours.env'), 'PORT=4321\n');
  return folder;
}

test('npm run -s cli -- reads a path on the command line relative to the shell’s folder', () => {
  const words = [
    '--prefix',
    fromRoot('.'),
    'run',
    '-s',
    'cli',
    '--',
    'check',
    '--json',
    '--env-file',
    'ours.env',
  ];
  const { status, stdout } = runProgram('npm', words, folderWithSettings());
  expect([status, portOf(stdout)]).toEqual([0, { name: 'PORT', value: '4321', source: 'file' }]);
});

test.runIf(existsSync('/dev/full'))(
  'a command whose output cannot be written exits with 1 and says why',
  () => {
    const { status, stderr } = runProgram(
      'sh',
      ['-c', `node "${fromRoot('cli/deckwright.js')}" manifest --json > /dev/full`],
      fromRoot('.'),
    );
    expect([status, stderr]).toEqual([1, 'error: ENOSPC: no space left on device, write\n']);
  },
);

test('serve runs the server with the settings of the command line, and ends with its exit code', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'wrong.env'), 'PORT=none\n');
  const words = [fromRoot('cli/deckwright.js'), 'serve', '--env-file', 'wrong.env'];
  const { status, stderr } = runProgram('node', words, folder);
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^The server did not start: these settings are wrong:\n {2}PORT: /),
  ]);
});
