import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../client/layout/failure.tsx';
import { pages } from '../../shared/pages.ts';
import { startPages } from '../support/built-server.ts';
import type { Running } from '../support/running-server.ts';
import { check, findJava } from './checker.ts';

const java = findJava();

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

describe.runIf(java)('HTML’s own checker (needs java) has nothing to say', () => {
  const names = [...pages.map(({ id }) => id), 'failure-status', 'failure-message'];
  let server: Running;
  let said: Map<string, string[]>;

  beforeAll(async () => {
    server = await startPages({ TURNSTILE_SITE_KEY: 'a-site-key' });
    const get = async (path: string) => (await fetch(server.url + path)).text();
    const documents = new Map<string, string>();
    for (const { id, path } of pages) documents.set(id, await get(path ?? '/nowhere/at-all'));
    const careers = documents.get('careers') ?? '';
    documents.set('failure-status', failed(careers, { status: 503, statusText: 'Unavailable' }));
    documents.set('failure-message', failed(careers, new Error('5 < 6 & "so on"')));
    said = await check(java ?? '', documents);
  });
  afterAll(() => server.stop());

  it.each(names)('about %s', (name) => {
    expect(said.get(name)).toEqual([]);
  });
});
