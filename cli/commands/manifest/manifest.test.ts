import { expect, test } from 'vitest';
import { fromRoot, readBuildFacts } from '../../../server/stores/installed-files.ts';
import type { HeadConfig } from '../../../shared/head.ts';
import { pages } from '../../../shared/pages.ts';
import { answerJson, createStandIn, resetting } from '../../../shared/testing/stand-in.ts';
import { pageHtml } from '../../testing/page-html.ts';
import { runCommand } from '../../testing/run-command.ts';
import type { PageRow } from './rows.ts';

const env = { SITE_ORIGIN: 'https://deckwright.test', PORT: '2' };
const show = (words: string, changes: Record<string, string> = {}, width = 140) =>
  runCommand(`manifest ${words}`.trim(), { ...env, ...changes }, { width });

test('the JSON has every page and redirect, in the shapes that scripts rely on', async () => {
  const rows: PageRow[] = JSON.parse((await show('--json')).out);
  expect(rows.map(({ path }) => path)).toEqual([...pages.map(({ path }) => path), '/contact']);
  expect(Object.keys(rows[0] ?? {}).join(' ')).toBe(
    'path status title description keywords canonical robots image structuredData',
  );
  expect(rows[0]?.canonical).toBe('https://deckwright.test/');
  expect(rows.at(-1)).toEqual({ path: '/contact', status: 301, location: '/#contact' });
});

test.each([80, 140])('the table fits a window of %i columns', async (width) => {
  const { code, out } = await show('', {}, width);
  expect(code).toBe(0);
  const lines = out.trimEnd().split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
  expect(out).toMatch(/^\/contact +301 +→ \/#contact$/m);
  expect(out).toMatch(/^\(any other\) +404 +noindex +Page not/m);
  expect(lines.at(-1)).toMatch(/^\/early-access\/… +200 +noindex +\d+ pages/);
});

test('--all lists the pages that were folded', async () => {
  expect((await show('--all')).out.trim().split('\n')).toHaveLength(pages.length + 2);
});

const descriptionLength = (id: string) => pages.find((page) => page.id === id)?.description.length;

test.each([
  ['/upload', 0, 'canonical       https://deckwright.test/upload'],
  ['/privacy', 0, `(${descriptionLength('privacy')} of 160`],
  ['--check', 0, 'every head keeps the rules'],
  ['--check --live', 1, 'no server answers at http://127.0.0.1:2'],
  ['/nowhere', 1, 'no page at /nowhere'],
  ['--live', 1, 'no server answers at http://127.0.0.1:2'],
  ['/upload --check', 0, '1 page, every head keeps the rules'],
  ['/upload --check --live', 1, 'no server answers at http://127.0.0.1:2'],
  ['/upload/', 0, 'location        /upload'],
  ['/contact/', 0, 'location        /#contact'],
  ['//elsewhere.example/', 1, 'no page at //elsewhere.example/'],
])('manifest %s ends with %i and says “%s”', async (words, code, says) => {
  const shown = await show(words);
  expect([shown.code, shown.out + shown.err]).toEqual([code, expect.stringContaining(says)]);
});

const notFoundPage = pages.find(({ id }) => id === 'not-found') as (typeof pages)[number];
const served: HeadConfig = {
  origin: env.SITE_ORIGIN,
  indexing: true,
  contactEmail: 'hello@deckwright.test',
  // The command names the share images of the build, if there is one.
  shareImages: readBuildFacts(fromRoot('.')).shareImages,
};

/** Starts a server with these settings that answers all but some pages, images and redirects. Returns its port. */
async function startSite(config: HeadConfig = served) {
  const { url } = await createStandIn((request, response) => {
    const { url = '' } = request;
    if (url === '/readyz') return answerJson(200, { ready: true })(request, response);
    if (url === '/privacy') return resetting(request, response);
    if (url === '/contact') return response.writeHead(301, { Location: '/elsewhere' }).end();
    const status = /^\/(share\/terms|no-page)/.test(url) ? 404 : 200;
    const page = pages.find(({ path }) => path === url) ?? notFoundPage;
    response.writeHead(status).end(pageHtml(page, config));
  });
  return new URL(url).port;
}

test('manifest --live names the pages, share images and redirects that the server does not answer', async () => {
  const PORT = await startSite();
  const { code, out } = await show('--live --json', { PORT });
  expect(code).toBe(1);
  expect(JSON.parse(out).problems).toEqual([
    { path: '/privacy', field: 'status', problem: 'is unreachable: 0' },
    { path: '/terms', field: 'image', problem: 'is unreachable: 404' },
    { path: '/contact', field: 'location', problem: 'is /elsewhere, not /#contact' },
  ]);
});

test('manifest --live names a page that is hidden from search engines, and a page of another origin', async () => {
  const PORT = await startSite({ ...served, indexing: false, origin: 'https://old.example' });
  const { code, out } = await show('/upload --live --json', { PORT });
  expect(code).toBe(1);
  expect(JSON.parse(out).problems).toEqual([
    {
      path: '/upload',
      field: 'canonical',
      problem: 'is served as https://old.example/upload, not https://deckwright.test/upload',
    },
    {
      path: '/upload',
      field: 'robots',
      problem: 'is served as noindex, nofollow, not index, follow',
    },
    expect.objectContaining({ field: 'image' }),
  ]);
});

test('manifest PATH --live asks for that page only', async () => {
  const PORT = await startSite();
  expect((await show('/terms --live --json', { PORT })).code).toBe(1);
  expect((await show('/upload --live --json', { PORT })).code).toBe(0);
});
