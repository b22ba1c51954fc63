import { expect, test } from 'vitest';
import { pages } from '../shared/pages.ts';
import { paths } from '../shared/paths.ts';
import { type Running, startPages } from './support/built-server.ts';

/** The specification gives /upload no link. Prospects reach it by the sitemap, or by an address that we send. */
const withoutLink: readonly (string | null)[] = [paths.upload];

/** Returns the paths of all links of a page. */
async function linksOf({ url }: Running, path: string): Promise<string[]> {
  const html = await (await fetch(new URL(path, url))).text();
  const links = html.matchAll(/<a\s(?:[^>]*\s)?href="([^"]*)"/g);
  return Array.from(links, ([, href = '']) => new URL(href, url).pathname);
}

test('another page links to every page that search engines may show', async () => {
  const server = await startPages();
  const shown = pages.filter(({ robots }) => robots === 'index, follow');
  const links = new Map<string | null, string[]>();
  for (const { path } of shown) links.set(path, await linksOf(server, path ?? ''));
  for (const { path } of shown) {
    const isLinked = [...links].some(([from, to]) => from !== path && to.includes(path ?? ''));
    expect(isLinked, `whether a page links to ${path}`).toBe(!withoutLink.includes(path));
  }
});
