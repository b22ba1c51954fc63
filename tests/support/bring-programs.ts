/**
 * `npm run test:programs`: brings nginx, caddy and promtool to a Debian machine that lacks them. It unpacks their packages
 * into `.cache/programs`, which needs no right of root and changes nothing else. It fails never: a test that lacks its
 * program is skipped, and the end of the run says so.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { broughtPrograms, findProgram } from './programs.ts';

/** Each program with its Debian package. */
const packages = { nginx: 'nginx', caddy: 'caddy', promtool: 'prometheus' } as const;

const missing = Object.entries(packages).filter(([program]) => !findProgram(program));
const downloads = join(broughtPrograms, 'downloads');
const lists = join(broughtPrograms, 'lists');

const run = (program: string, words: string[]) =>
  execFileSync(program, words, { cwd: downloads, stdio: ['ignore', 'ignore', 'pipe'] });

/** Package lists of our own, because those of the system may be absent and only root may write them. */
const ownLists = ['-o', `Dir::State::Lists=${lists}`, '-o', 'APT::Sandbox::User='];

function download(name: string): void {
  try {
    run('apt-get', ['-o', 'APT::Sandbox::User=', 'download', name]);
  } catch {
    mkdirSync(join(lists, 'partial'), { recursive: true });
    run('apt-get', [...ownLists, 'update']);
    run('apt-get', [...ownLists, 'download', name]);
  }
}

for (const [program, name] of missing) {
  try {
    mkdirSync(downloads, { recursive: true });
    download(name);
    for (const file of readdirSync(downloads)) run('dpkg-deb', ['-x', file, broughtPrograms]);
    console.log(`${program} is now in ${broughtPrograms}.`);
  } catch (error) {
    const [reason] = String((error as Error).message)
      .split('\n')
      .slice(-2);
    console.log(`${program} could not be brought from the Debian package ${name}: ${reason}`);
  }
  rmSync(downloads, { recursive: true, force: true });
}
