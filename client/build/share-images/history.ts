import { spawnSync } from 'node:child_process';
import type { Page, PageId } from '../../../shared/pages.ts';

/** Returns the files and folders of a page's source. A change in them changes the page. */
export const sourcesOf = (id: PageId): string[] => [
  `client/pages/${id}.tsx`,
  ...(id === 'home' ? ['client/sections', 'shared/site.ts'] : []),
];

/** Returns the output of git, or '' where there is no history, for example in an image. */
const git = (root: string, ...words: string[]): string =>
  spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';

/** Returns the commit that is built, from the build of the image or from git, or '' if neither knows it. */
export const revision = (root: string): string =>
  process.env.REVISION ?? git(root, 'rev-parse', '--short', 'HEAD');

/** Returns for each page id the day (YYYY-MM-DD) on which its source last changed, or today if there is no history. */
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
