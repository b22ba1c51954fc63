import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** The two layouts: control groups of version 2, and of version 1. */
const [root, limit] = existsSync('/sys/fs/cgroup/cgroup.controllers')
  ? ['/sys/fs/cgroup', 'memory.max']
  : ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes'];

/**
 * Creates a group with a limit on memory that the kernel enforces.
 * @returns what starts a program within it; null where this user may make none.
 */
export function createControlGroup(mebibytes: number) {
  try {
    const folder = mkdtempSync(join(root, 'deckwright-'));
    writeFileSync(join(folder, limit), String(mebibytes * 2 ** 20));
    const enter = `echo $$ > ${folder}/cgroup.procs && exec "$@"`;
    return { wrapper: ['sh', '-c', enter, 'sh'], remove: () => removeWhenEmpty(folder) };
  } catch {
    return null;
  }
}

/** Removes a control group. For some milliseconds after its last process has ended, the kernel answers EBUSY. */
async function removeWhenEmpty(folder: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await rmdir(folder);
    } catch (error) {
      if (tries === 50) throw error;
      await setTimeout(20);
    }
  }
}
