import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { startPages } from './support/built-server.ts';
import { pageOfEachKind } from './support/page-of-each-kind.ts';
import { findProgram } from './support/programs.ts';

/** W3C’s own checker. Its package would download a Java where there is none; a test should not. */
const checker = fileURLToPath(import.meta.resolve('vnu-jar/build/dist/vnu.jar'));
const java = findProgram('java');

test.runIf(java)('HTML’s own checker has nothing to say about any page (needs java)', async () => {
  const server = await startPages({ TURNSTILE_SITE_KEY: 'a-site-key' });
  const folder = temporaryFolder();
  for (const { id, path } of pageOfEachKind) {
    const html = await (await fetch(server.url + (path ?? '/nowhere/at-all'))).text();
    // The checker does not know nesting and layers of styles yet, nor that a page may wait for a part of itself.
    const known = html.replace(/<style>.*?<\/style>|<link rel="expect".*?>/gs, '');
    writeFileSync(join(folder, `${id}.html`), known);
  }
  const words = ['--format', 'json', '--stdout', '--exit-zero-always', folder];
  const { stdout } = await promisify(execFile)(java ?? '', ['-jar', checker, ...words]);
  expect(JSON.parse(stdout).messages).toEqual([]);
});
