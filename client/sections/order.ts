import type { ComponentType } from 'react';
import type { SectionPlace } from '../ui/landing-section.tsx';
import { Closing } from './closing.tsx';
import { Contact } from './contact.tsx';
import { Features } from './features.tsx';
import { Founders } from './founders.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';

interface Section {
  /** The section's anchor; links in `shared/paths.ts` lead to it. */
  id: string;
  Content: ComponentType<SectionPlace>;
}

/** The sections of the landing page. A section's place in this list is its number. */
export const sections: readonly Section[] = [
  { id: 'hero', Content: Hero },
  { id: 'why', Content: Features },
  { id: 'how-it-works', Content: HowItWorks },
  { id: 'founders', Content: Founders },
  { id: 'next-step', Content: Closing },
  { id: 'contact', Content: Contact },
];

/** Returns the number of the section that a link such as `/#contact` leads to. Throws if there is no such section. */
export function sectionNumber(link: string): number {
  const index = sections.findIndex(({ id }) => link === `/#${id}`);
  if (index < 0) throw new Error(`The landing page has no section for the link ${link}.`);
  return index + 1;
}
