import { execFileSync } from 'node:child_process';
import type { Page, PageId } from '../../../shared/pages.ts';

/** What a page is made of: where a change means that the page changed. */
export const sourcesOf = (id: PageId): string[] => [
  `client/pages/${id}.tsx`,
  ...(id === 'home' ? ['client/sections', 'client/copy.ts', 'shared/site.ts'] : []),
];

/** @returns the day of the last commit to any of the paths, or null where there is no history. */
function lastCommitDay(root: string, paths: readonly string[]): string | null {
  try {
    const day = execFileSync('git', ['log', '-1', '--format=%cs', '--', ...paths], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return day.trim() || null;
  } catch {
    return null;
  }
}

/** Page id → the day (YYYY-MM-DD) its source last changed; today where the history is not at hand, as in an image. */
export function lastModified(
  pages: readonly Page[],
  root: string,
  today = new Date(),
): Record<string, string> {
  const buildDay = today.toISOString().slice(0, 10);
  return Object.fromEntries(
    pages.map((page) => [page.id, lastCommitDay(root, sourcesOf(page.id)) ?? buildDay]),
  );
}
