import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fromRoot } from '../../server/stores/installed-files.ts';

const folder = fromRoot('tests/release');
/** npm writes this file at the end of an installation. */
const installed = `${folder}/node_modules/.package-lock.json`;

/** Returns whether the packages of tests/release are installed, and no older than their lock file. */
const isCurrent = (): boolean =>
  existsSync(installed) &&
  statSync(installed).mtimeMs >= statSync(`${folder}/package-lock.json`).mtimeMs;

/** Installs the packages of tests/release/package.json, unless they are already installed. */
export function installTools(): void {
  if (isCurrent()) return;
  console.log('\n== npm ci in tests/release: the tools that only test:release needs');
  execFileSync('npm', ['ci', '--strict-allow-scripts'], { cwd: folder, stdio: 'inherit' });
}
