import { spawnSync } from 'node:child_process';
import type { Page, PageId } from '../../../shared/pages.ts';

/** What a page is made of: where a change means that the page changed. */
export const sourcesOf = (id: PageId): string[] => [
  `client/pages/${id}.tsx`,
  ...(id === 'home' ? ['client/sections', 'shared/site.ts'] : []),
];

/** What git says; empty where there is no history, as in an image. */
const git = (root: string, ...words: string[]): string =>
  spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';

/** The commit that is built, as the image’s build or git says; empty where neither does. */
export const revision = (root: string): string =>
  process.env.REVISION ?? git(root, 'rev-parse', '--short', 'HEAD');

/** Page id → the day (YYYY-MM-DD) its source last changed; today where the history is not at hand. */
export function lastModified(
  pages: readonly Page[],
  root: string,
  today = new Date(),
): Record<string, string> {
  const buildDay = today.toISOString().slice(0, 10);
  return Object.fromEntries(
    pages.map(({ id }) => [
      id,
      git(root, 'log', '-1', '--format=%cs', '--', ...sourcesOf(id)) || buildDay,
    ]),
  );
}
