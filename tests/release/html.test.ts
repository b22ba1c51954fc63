import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { startPages } from '../support/built-server.ts';
import { pageOfEachKind } from '../support/page-of-each-kind.ts';
import { findProgram } from '../support/programs.ts';

/** W3C’s checker. The test runs the jar itself, because the package would download a Java that is missing. */
const checker = fileURLToPath(import.meta.resolve('vnu-jar/build/dist/vnu.jar'));
const java = findProgram('java');

test.runIf(java)('the W3C checker finds no error in any page (needs java)', async () => {
  const server = await startPages({ TURNSTILE_SITE_KEY: 'a-site-key' });
  const folder = temporaryFolder();
  for (const { id, path } of pageOfEachKind) {
    const html = await (await fetch(server.url + (path ?? '/nowhere/at-all'))).text();
    // The checker does not know nested styles, cascade layers and `<link rel="expect">` yet.
    const known = html.replace(/<style.*?<\/style>|<link rel="expect".*?>/gs, '');
    writeFileSync(join(folder, `${id}.html`), known);
  }
  const words = ['--format', 'json', '--stdout', '--exit-zero-always', folder];
  const { stdout } = await promisify(execFile)(java ?? '', ['-jar', checker, ...words]);
  expect(JSON.parse(stdout).messages).toEqual([]);
});
