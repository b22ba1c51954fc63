import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { knownRequests } from '../../server/http/request-log.ts';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { pages } from '../../shared/pages.ts';

/** The pages that search engines lead to. */
const pageRoutes = pages.filter(({ robots }) => robots === 'index, follow').map(({ path }) => path);
const otherRoutes = [
  ...new Set(knownRequests.map(({ route }) => route)),
  ...['/assets/*', '/early-access/*', '/robots.txt', '/share/home.png', '/favicon.svg'],
];

/** A pair of conditions that chooses routes, as alerts and dashboard have it. Prometheus anchors both patterns. */
const selector = /route=~\\?"([^"\\]+)\\?",route!~\\?"([^"\\]+)\\?"/g;

test.each([
  ['deploy/alerts.yml', 1],
  ['deploy/dashboard.json', 3],
])('%s counts every page of the site, and nothing else, where it chooses pages', (file, number) => {
  const found = [...readFileSync(fromRoot(file), 'utf8').matchAll(selector)];
  expect(found).toHaveLength(number);
  for (const [, chosen, without] of found) {
    const isChosen = (route: string | null) =>
      new RegExp(`^(?:${chosen})$`).test(route ?? '') &&
      !new RegExp(`^(?:${without})$`).test(route ?? '');
    expect(
      pageRoutes.filter((route) => !isChosen(route)),
      `${file} leaves out`,
    ).toEqual([]);
    expect(otherRoutes.filter(isChosen), `${file} also counts`).toEqual([]);
  }
});
