import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { portOf, runProgram } from '../../cli/testing/run-program.ts';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';

test('npx deckwright works in a checkout, and Node does not take --env-file for itself', () => {
  const { status, stdout } = runProgram(
    'npx',
    ['deckwright', 'check', '--json', '--env-file', '/dev/null'],
    fromRoot('docs'),
  );
  expect([status, JSON.parse(stdout).ok]).toEqual([0, true]);
});

test('the packed package runs where it is installed, and keeps settings and sign-ups outside node_modules', () => {
  const folder = temporaryFolder();
  const packed = execFileSync(
    'npm',
    ['pack', '--ignore-scripts', '--json', '--pack-destination', folder],
    {
      cwd: fromRoot('.'),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const { filename } = Object.values(JSON.parse(packed))[0] as { filename: string };
  // Installs the package as `npm install` does. npm would ask a registry for packages that the bundle already holds.
  const installed = join(folder, 'node_modules/deckwright');
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
  cpSync(join(folder, 'package'), installed, { recursive: true });
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  symlinkSync(join(installed, bin.deckwright), join(folder, 'node_modules/.bin/deckwright'));
  writeFileSync(join(folder, 'ours.env'), 'PORT=4321\n');
  const words = ['check', '--json', '--env-file', 'ours.env'];
  const { status, stdout, stderr } = runProgram(
    join(folder, 'node_modules/.bin/deckwright'),
    words,
    folder,
  );
  expect(stderr).toBe('');
  expect([status, portOf(stdout)]).toEqual([0, { name: 'PORT', value: '4321', source: 'file' }]);
  // npm replaces everything under node_modules when it installs the next version.
  writeFileSync(join(folder, '.env'), 'PORT=4322\n');
  const defaults = { ENV_FILE: '', DATA_DIR: '' };
  const own = runProgram(
    join(folder, 'node_modules/.bin/deckwright'),
    ['check', '--json'],
    installed,
    defaults,
  );
  expect(portOf(own.stdout)).toEqual({ name: 'PORT', value: '4322', source: 'file' });
  expect(JSON.parse(own.stdout).dataDir).toBe(join(folder, 'data'));
});
