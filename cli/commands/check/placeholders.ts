import { type Founder, founders } from '../../../shared/site.ts';
import type { Note } from './report.ts';

/** What the site file still says in somebody’s stead. */
export function placeholderNotes(people: readonly Founder[] = founders): Note[] {
  const roles = people.map(({ name }) => name).filter((name) => name.startsWith('The '));
  if (roles.length === 0) return [];
  const at = 'shared/site.ts';
  const warning = `still stand as ${roles.map((name) => `“${name}”`).join(' and ')}`;
  return [
    { name: 'founders', at, warning, remedy: `Write their names into ${at}, commit, and build.` },
  ];
}
