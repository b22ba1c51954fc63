import type * as Stage from '../stage/index.ts';
import * as stage from '../stage/index.ts';

/** The anchors of the landing page's sections. A section's place in this list is its number. Links in `shared/paths.ts` lead to them. */
export const sectionIds = [
  'hero',
  'why',
  'how-it-works',
  'founders',
  'next-step',
  'contact',
] as const;

/**
 * The sample deck: the stage of the hero, the product window, and the offer of the deck after a sign-up. To take all of
 * it out, write `null` in place of `stage`, and remove the import of `stage` here and that of `stage.css` in
 * `client/styles/index.css`.
 */
export const sampleDeck: typeof Stage | null = stage;

export type SectionId = (typeof sectionIds)[number];

/** Returns the number of the section that a link such as `/#contact` leads to. Throws if there is no such section. */
export function sectionNumber(link: string): number {
  const index = sectionIds.findIndex((id) => link === `/#${id}`);
  if (index < 0) throw new Error(`The landing page has no section for the link ${link}.`);
  return index + 1;
}
