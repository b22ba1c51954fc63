import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const compiler = fileURLToPath(new URL('./compiler.ts', import.meta.url));

/** In a process of its own: what V8 is told holds for all that this one does. */
const fitted = (available: number): string =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { fitCompiler } from '${compiler}'; console.log(fitCompiler(${available}));`,
    ],
    { encoding: 'utf8' },
  ).trim();

test('in a container of 512 MB the database is compiled plainly, and with room to spare optimised', () => {
  expect(fitted(512 * 2 ** 20)).toBe('plain');
  expect(fitted(4 * 2 ** 30)).toBe('optimising');
});
