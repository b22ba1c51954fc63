import { spawn } from 'node:child_process';
import { fromRoot } from '../../server/config.ts';
import { Failure } from '../failure.ts';
import { whenEnded } from '../server-process.ts';

/** Runs the project’s own build; what it says goes to the error stream. */
export async function buildSite(): Promise<void> {
  const child = spawn('npm', ['run', '--silent', 'build'], {
    cwd: fromRoot('.'),
    stdio: ['ignore', 2, 2],
    // npm is a script there, which only a shell finds.
    shell: process.platform === 'win32',
  });
  if ((await whenEnded(child)) !== 0) {
    throw new Failure('build', 'the site could not be built', 'Read what the build said above.');
  }
}
