import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { pages } from '../../shared/pages.ts';

/** The pages that search engines lead to. */
const wanted = pages.filter(({ robots }) => robots === 'index, follow').map(({ path }) => path);

test.each(['deploy/alerts.yml', 'deploy/dashboard.json'])(
  'every list of pages in %s names every page of the site',
  (file) => {
    const lists = [
      ...readFileSync(fromRoot(file), 'utf8').matchAll(/route=~\\?"(\/\|[^"\\]+)\\?"/g),
    ];
    expect(lists.length).toBeGreaterThan(0);
    for (const [, list = ''] of lists) {
      expect(list.split('|').toSorted(), `${file}: write ${wanted.join('|')}`).toEqual(
        wanted.toSorted(),
      );
    }
  },
);
