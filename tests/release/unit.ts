import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { startProgram } from '../../shared/testing/start-process.ts';

/** The Python of the system, which has the packages of the system. */
const python = '/usr/bin/python3';

/** Says whether this machine has the library that filters system calls. */
export const hasSeccomp = (): boolean =>
  spawnSync(python, ['-c', 'import seccomp'], { stdio: 'ignore' }).status === 0;

/** The lines `Name=value` of a unit, by name. */
type Unit = ReadonlyMap<string, readonly string[]>;

/** Reads a unit of deploy/systemd/ together with the file that holds for every unit. */
export function readUnit(name: string): Unit {
  const unit = new Map<string, string[]>();
  for (const file of [`${name}.service`, 'deckwright-.service.d/hardening.conf']) {
    const text = readFileSync(fromRoot(`deploy/systemd/${file}`), 'utf8');
    for (const [, key = '', value = ''] of text.matchAll(/^(\w+)=(.*)$/gm)) {
      unit.set(key, [...(unit.get(key) ?? []), value]);
    }
  }
  return unit;
}

/** The groups of system calls that systemd knows, by name. A group may name others. */
const groups = new Map<string, string[]>();

/** Returns the system calls of a word of `SystemCallFilter`: a name, or a group of systemd. */
function callsOf(word: string): string[] {
  if (!word.startsWith('@')) return [word];
  if (groups.size === 0) {
    const text = execFileSync('systemd-analyze', ['syscall-filter'], { encoding: 'utf8' });
    for (const [, name = '', lines = ''] of text.matchAll(/^(@[\w-]+)\n((?: {4}.*\n)*)/gm)) {
      groups.set(name, lines.match(/^ {4}[@\w-]+$/gm)?.map((line) => line.trim()) ?? []);
    }
  }
  return (groups.get(word) ?? []).flatMap(callsOf);
}

/** Returns what a unit allows: the lines are applied in their order, and a line with `~` takes system calls away. */
function rulesOf(unit: Unit) {
  const allowed = new Set(callsOf('@default'));
  for (const line of unit.get('SystemCallFilter') ?? []) {
    const isTaken = line.startsWith('~');
    for (const call of line.replace('~', '').split(' ').flatMap(callsOf)) {
      if (isTaken) allowed.delete(call);
      else allowed.add(call);
    }
  }
  const families = unit.get('RestrictAddressFamilies')?.join(' ').split(' ') ?? [];
  return { allowed: [...allowed], families };
}

/**
 * Mounts what a unit sees: the checkout as the release that runs, read-only as everything else; a /tmp of its own; and the
 * two folders that the unit may write to.
 */
const mountAll = `set -e
checkout=$1 state=$2 backups=$3; shift 3
mount -t tmpfs tmpfs /srv; mkdir -p /srv/deckwright/current; mount --rbind "$checkout" /srv/deckwright/current
mkdir -p /srv/state /srv/backups; mount --bind "$state" /srv/state; mount --bind "$backups" /srv/backups
for folder in lib backups; do mount -t tmpfs tmpfs /var/$folder; mkdir /var/$folder/deckwright; done
mount --bind /srv/state /var/lib/deckwright; mount --bind /srv/backups /var/backups/deckwright
mount -t tmpfs tmpfs /tmp; chmod 1777 /tmp
findmnt --raw --noheadings --output TARGET | while read -r target; do
  case $target in
    /proc*|/sys*|/dev*|/tmp|/var/lib/deckwright|/var/backups/deckwright) ;;
    *) mount -o remount,bind,ro "$target" 2>/dev/null || true ;;
  esac
done
cd /srv/deckwright/current
exec "$@"`;

export interface Folders {
  /** Stands at /var/lib/deckwright. */
  state: string;
  /** Stands at /var/backups/deckwright. */
  backups: string;
}

/** Makes the folders of a unit, which its user owns. */
export function ownFolders(folders: Folders): Folders {
  for (const folder of Object.values(folders)) chownSync(folder, 65534, 65534);
  return folders;
}

/**
 * Starts a command as a unit does: within the unit's filter of system calls, with its read-only paths. Needs root.
 * @param words instead of the unit's `ExecStart`.
 * @param wrapper starts the command, for example in a control group.
 * @param kills whether a forbidden system call ends the command, so that a test notices it. The unit lets the call fail.
 */
export function startConfined(
  unit: Unit,
  { state, backups }: Folders,
  environment: Record<string, string>,
  {
    words = unit.get('ExecStart')?.[0]?.split(' ') ?? [],
    wrapper = [] as string[],
    kills = true,
  } = {},
) {
  const confine = [python, join(import.meta.dirname, 'confine.py')];
  const rules = JSON.stringify({ ...rulesOf(unit), kills });
  const mounted = ['bash', '-c', mountAll, 'bash', fromRoot('.'), state, backups];
  const apart = ['unshare', '--mount', '--propagation', 'private'];
  return startProgram([...wrapper, ...apart, ...mounted, ...confine, rules, ...words], {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    ...environment,
  });
}
