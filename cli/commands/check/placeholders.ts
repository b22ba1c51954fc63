import { type Founder, founders } from '../../../shared/site.ts';
import type { Finding } from './report.ts';

/** Returns a warning while the site file names roles in the place of people. */
export function placeholderNotes(people: readonly Founder[] = founders): Finding[] {
  const roles = people.map(({ name }) => name).filter((name) => name.startsWith('The '));
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
