import { existsSync, mkdtempSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The two layouts: control groups of version 2, and of version 1. */
const [root, limit] = existsSync('/sys/fs/cgroup/cgroup.controllers')
  ? ['/sys/fs/cgroup', 'memory.max']
  : ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes'];

/** A limit on memory that the kernel sets. @returns what starts a program within it; null where this user may make none. */
export function createControlGroup(mebibytes: number) {
  try {
    const folder = mkdtempSync(join(root, 'deckwright-'));
    writeFileSync(join(folder, limit), String(mebibytes * 2 ** 20));
    const enter = `echo $$ > ${folder}/cgroup.procs && exec "$@"`;
    return { wrapper: ['sh', '-c', enter, 'sh'], remove: () => rmdirSync(folder) };
  } catch {
    return null;
  }
}
