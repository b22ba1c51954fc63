import type { ComponentType } from 'react';
import type { SectionPlace } from '../ui/landing-section.tsx';
import { Closing } from './closing.tsx';
import { Contact } from './contact.tsx';
import { Features } from './features.tsx';
import { Founders } from './founders.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { type SectionId, sectionIds } from './order.ts';

const contents: Record<Exclude<SectionId, 'hero'>, ComponentType<SectionPlace>> = {
  why: Features,
  'how-it-works': HowItWorks,
  founders: Founders,
  'next-step': Closing,
  contact: Contact,
};

/** The sections of the landing page below the hero. They are plain HTML: nothing in them needs React. */
export function BelowHero() {
  return sectionIds.map((id, index) => {
    if (id === 'hero') return null;
    const Content = contents[id];
    return <Content key={id} id={id} number={index + 1} />;
  });
}
