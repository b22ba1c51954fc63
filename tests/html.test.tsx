import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, onTestFinished, test } from 'vitest';
import { Failure } from '../client/layout/failure.tsx';
import { startPages } from './support/built-server.ts';
import { temporaryFolder } from './support/for-one-test.ts';
import { pageOfEachKind } from './support/page-of-each-kind.ts';
import { findProgram } from './support/programs.ts';

/** W3C’s own checker. Its package would download a Java where there is none; a test should not. */
const checker = fileURLToPath(import.meta.resolve('vnu-jar/build/dist/vnu.jar'));
const java = findProgram('java');

/** What the failure page looks like in a document; only the browser ever draws it. */
function failed(document: string, error: unknown): string {
  const throws = { id: 'page', path: '/', loader: () => {}, ErrorBoundary: Failure };
  const router = createMemoryRouter([throws], { hydrationData: { errors: { page: error } } });
  const failure = renderToString(<RouterProvider router={router} />)
    .replaceAll('/>', '>')
    .replace(/<title>.*<\/title>/, '');
  const [before, rest = ''] = document.split(/(?<=<main[^>]*>)/);
  return before + failure + rest.slice(rest.indexOf('</main>'));
}

test.runIf(java)('HTML’s own checker has nothing to say about any page (needs java)', async () => {
  const server = await startPages({ TURNSTILE_SITE_KEY: 'a-site-key' });
  onTestFinished(server.stop);
  const folder = temporaryFolder();
  const documents: Record<string, string> = {};
  for (const { id, path } of pageOfEachKind) {
    documents[id] = await (await fetch(server.url + (path ?? '/nowhere/at-all'))).text();
  }
  const { careers = '' } = documents;
  const response = { status: 503, statusText: 'Unavailable', internal: false, data: null };
  documents['failure-status'] = failed(careers, response);
  documents['failure-message'] = failed(careers, new Error('5 < 6 & "so on"'));
  for (const [name, html] of Object.entries(documents)) {
    // The checker’s part for styles does not know nesting and layers yet.
    writeFileSync(join(folder, `${name}.html`), html.replace(/<style>.*?<\/style>/s, ''));
  }
  const words = ['--format', 'json', '--stdout', '--exit-zero-always', folder];
  const { stdout } = await promisify(execFile)(java ?? '', ['-jar', checker, ...words]);
  expect(JSON.parse(stdout).messages).toEqual([]);
});
