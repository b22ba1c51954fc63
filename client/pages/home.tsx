import { Hero } from '../sections/hero.tsx';
import { preparePrerendered, prerendered } from '../ui/prerendered.tsx';

const load = async () => (await import('../sections/below-hero.tsx')).BelowHero;

const BelowHero = prerendered('below-hero', import.meta.env.SSR ? await load() : null, load);

/** Loads what a visitor who comes from another page of the site needs for this page. */
export const prepare = preparePrerendered;

export const Component = () => (
  <>
    <Hero id="hero" number={1} />
    <BelowHero />
  </>
);
