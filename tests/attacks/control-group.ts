import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A limit on the memory of a process, set by the kernel. */
export interface ControlGroup {
  /** What starts a program within it. */
  wrapper: string[];
  remove(): void;
}

/** The two layouts: control groups of version 2, and of version 1. */
const layouts = [
  { root: '/sys/fs/cgroup', limit: 'memory.max' },
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
];

let made = 0;

/** @returns null where this user may make none. */
export function createControlGroup(mebibytes: number): ControlGroup | null {
  for (const { root, limit } of layouts) {
    made += 1;
    const folder = join(root, `deckwright-${process.pid}-${made}`);
    try {
      mkdirSync(folder);
      writeFileSync(join(folder, limit), String(mebibytes * 2 ** 20));
    } catch {
      continue;
    }
    const enter = `echo $$ > ${folder}/cgroup.procs && exec "$@"`;
    return { wrapper: ['sh', '-c', enter, 'sh'], remove: () => rmdirSync(folder) };
  }
  return null;
}
