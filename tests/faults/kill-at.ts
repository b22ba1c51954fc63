/**
 * Loaded before a program, kills the program with SIGKILL just before its n-th change of a file. `KILL_AT` says n.
 * The program says `changes: <number>` at its end when it made fewer changes.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const killAt = Number(process.env.KILL_AT);
let changes = 0;

function count(): void {
  changes += 1;
  if (changes === killAt) process.kill(process.pid, 'SIGKILL');
}

const watched = [
  'mkdirSync',
  'linkSync',
  'renameSync',
  'rmSync',
  'chmodSync',
  'fsyncSync',
  'writeFileSync',
  'createWriteStream',
] as const;
for (const name of watched) {
  const original = fs[name] as (...given: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...given: unknown[]) => {
      count();
      return original(...given);
    },
  });
}
const copyFile = fs.promises.copyFile;
fs.promises.copyFile = async (...given) => {
  count();
  await copyFile(...given);
  // Also just after a copy, when the whole database lies in the work folder.
  count();
};
syncBuiltinESMExports();
process.on('exit', () => process.stderr.write(`changes: ${changes}\n`));
