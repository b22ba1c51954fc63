import type { ComponentType } from 'react';
import type { SectionPlace } from '../ui/landing-section.tsx';
import { type SectionId, sectionIds } from './order.ts';

/** The sections below the hero. The name of a section's file is its anchor: `client/sections/founders.tsx`. */
const files = import.meta.glob<{ Component: ComponentType<SectionPlace> }>(
  ['./*.tsx', '!./below-hero.tsx', '!./hero.tsx'],
  { eager: true },
);

const fileOf = (id: string) => `./${id}.tsx`;
const listed = new Set(sectionIds.map(fileOf));
const unlisted = Object.keys(files).find((file) => !listed.has(file));
if (unlisted) throw new Error(`client/sections/order.ts has no line for ${unlisted}.`);

function componentOf(id: SectionId): ComponentType<SectionPlace> {
  const file = files[fileOf(id)];
  if (!file) throw new Error(`The section ${id} has no client/sections/${id}.tsx.`);
  return file.Component;
}

/** Renders the sections of the landing page below the hero. */
export function BelowHero() {
  return sectionIds.map((id, index) => {
    if (id === 'hero') return null;
    const Section = componentOf(id);
    return <Section key={id} id={id} number={index + 1} />;
  });
}
