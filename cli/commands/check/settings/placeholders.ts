import { pages } from '../../../../shared/pages.ts';
import { paths } from '../../../../shared/paths.ts';
import { type Founder, founders, isNamed } from '../../../../shared/site.ts';
import type { Finding } from '../report.ts';

/** Returns a warning while the site file names roles in the place of people. */
export function placeholderNotes(people: readonly Founder[] = founders): Finding[] {
  const roles = people.filter((person) => !isNamed(person)).map(({ name }) => name);
  if (roles.length === 0) return [];
  const value = 'shared/site.ts';
  const warning = `still stand as ${roles.map((name) => `“${name}”`).join(' and ')}`;
  return [
    {
      name: 'founders',
      value,
      warning,
      remedy: `Write their names into ${value}, commit, and build.`,
    },
  ];
}

/** What the description of a page says while its text is not written yet. */
const comingSoon = /coming soon/i;

/**
 * Returns a warning while search engines are led to a privacy page without a text: the notice under the form has a link
 * to that page.
 */
export function privacyNotes(
  indexing: string,
  all: readonly Pick<(typeof pages)[number], 'path' | 'description'>[] = pages,
): Finding[] {
  const page = all.find(({ path }) => path === paths.privacy);
  if (indexing !== 'on' || !page || !comingSoon.test(page.description)) return [];
  return [
    {
      name: 'privacy',
      value: paths.privacy,
      warning: `says “Coming Soon”, and INDEXING is on: the notice under the form leads there`,
      remedy:
        'Write the page into client/pages/privacy.tsx, and its description into shared/pages.ts.',
    },
  ];
}
