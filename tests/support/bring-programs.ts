/**
 * `npm run test:programs`: brings programs that tests need to a Debian machine that lacks them. It unpacks their packages,
 * and the packages these depend on, into `.cache/programs`. It needs no root and changes nothing else on the machine. It
 * always exits 0: a test that lacks its program is skipped, and the end of the test run names the program.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { broughtPrograms, findProgram, unpackedPrograms } from './programs.ts';

/** Each program with its Debian package, and with its file in that package. */
const packages = {
  nginx: ['nginx', 'usr/sbin/nginx'],
  caddy: ['caddy', 'usr/bin/caddy'],
  promtool: ['prometheus', 'usr/bin/promtool'],
  psql: ['postgresql-client', 'usr/lib/postgresql/*/bin/psql'],
  java: ['default-jre-headless', 'usr/lib/jvm/*/bin/java'],
  'systemd-analyze': ['systemd', 'usr/bin/systemd-analyze'],
} as const;

/** Package lists of our own, because those of the system may be absent or old, and only root may write them. */
const lists = join(unpackedPrograms, 'lists');
const ownLists = ['-o', `Dir::State::Lists=${lists}`];

/** Runs a program in a folder. Throws with what the program wrote to its standard error. */
const run = (program: string, words: string[]) =>
  execFileSync(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });

/** Downloads a package, and those of its dependencies that the system lacks, into a folder. */
function download(name: string, folder: string): void {
  const apt = (words: string[]) =>
    run('apt-get', [
      ...['-o', 'APT::Sandbox::User=', '-o', 'Debug::NoLocking=1', '-o', `Dir::Cache=${folder}`],
      ...['-o', `Dir::Cache::Archives=${folder}`, ...words],
    ]);
  const install = ['install', '--yes', '--download-only', '--reinstall', '--no-install-recommends'];
  mkdirSync(join(folder, 'partial'), { recursive: true });
  try {
    apt([...install, name]);
  } catch {
    mkdirSync(join(lists, 'partial'), { recursive: true });
    apt([...ownLists, 'update']);
    apt([...ownLists, ...install, name]);
  }
}

/** Lets links to a file of the package lead to the unpacked file. Java's package links to /etc. */
function relink(root: string): void {
  for (const entry of globSync('**', { cwd: root, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue;
    const link = join(entry.parentPath, entry.name);
    const target = readlinkSync(link);
    if (!isAbsolute(target) || !existsSync(join(root, target))) continue;
    rmSync(link);
    symlinkSync(join(root, target), link);
  }
}

/** Writes the command that runs an unpacked program with the libraries that were unpacked with it. */
function writeCommand(program: string, root: string, pattern: string): void {
  const [file] = globSync(pattern, { cwd: root });
  if (file === undefined) throw new Error(`The package has no ${pattern}.`);
  const libraries = globSync(['{usr/,}lib/*-linux-gnu*', 'usr/lib/*-linux-gnu*/systemd'], {
    cwd: root,
  }).map((folder) => join(root, folder));
  const command = join(broughtPrograms, program);
  mkdirSync(broughtPrograms, { recursive: true });
  writeFileSync(
    command,
    `#!/bin/sh\nLD_LIBRARY_PATH='${libraries.join(':')}' exec '${join(root, file)}' "$@"\n`,
  );
  chmodSync(command, 0o755);
}

for (const [program, [name, pattern]] of Object.entries(packages)) {
  if (findProgram(program)) continue;
  const root = join(unpackedPrograms, name);
  const partial = `${root}.partial`;
  const downloads = join(unpackedPrograms, 'downloads');
  try {
    download(name, downloads);
    for (const file of globSync('*.deb', { cwd: downloads }))
      run('dpkg-deb', ['-x', join(downloads, file), partial]);
    rmSync(root, { recursive: true, force: true });
    renameSync(partial, root);
    relink(root);
    writeCommand(program, root, pattern);
    console.log(`${program} is now in ${broughtPrograms}.`);
  } catch (error) {
    const reason = (error as Error).message.trim().split('\n').at(-1);
    console.log(`${program} could not be brought from the Debian package ${name}: ${reason}`);
  }
  for (const left of [partial, downloads]) rmSync(left, { recursive: true, force: true });
}
rmSync(lists, { recursive: true, force: true });
