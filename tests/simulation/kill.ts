import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';

type Step = (...given: never[]) => unknown;

/** Calls by which a command changes the disk. */
const steps: readonly [owner: object, names: readonly string[]][] = [
  [fs, ['copyFileSync', 'linkSync', 'mkdirSync', 'renameSync', 'rmSync', 'writeFileSync']],
  [fs.promises, ['copyFile']],
  [DatabaseSync.prototype, ['exec']],
];

/**
 * Runs a command, and looks at the disk at the moment at which `kill -9` would end the command. A killed process changes
 * nothing more, so the disk of that moment is all that it leaves.
 * @param step the number of the call before which the command is killed, from 0.
 * @param look is called at that moment.
 * @returns what `look` returns; null when the command makes fewer calls.
 */
export async function killAtStep<Left>(
  step: number,
  look: () => Left,
  command: () => Promise<unknown>,
): Promise<Left | null> {
  const undo: (() => void)[] = [];
  let made = 0;
  let left: Left | null = null;
  let isLooking = false;
  for (const [owner, names] of steps) {
    for (const name of names) {
      const real = Reflect.get(owner, name) as Step;
      Reflect.set(owner, name, function counted(this: unknown, ...given: never[]) {
        if (!isLooking) {
          isLooking = true;
          if (made === step) left = look();
          made += 1;
          isLooking = false;
        }
        return real.apply(this, given);
      });
      undo.push(() => void Reflect.set(owner, name, real));
    }
  }
  syncBuiltinESMExports();
  try {
    await command();
  } finally {
    for (const put of undo) put();
    syncBuiltinESMExports();
  }
  return left;
}
