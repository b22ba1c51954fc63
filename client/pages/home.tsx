import { Hero } from '../sections/hero.tsx';
import { prerendered } from '../ui/prerendered.tsx';

const load = async () => (await import('../sections/below-hero.tsx')).BelowHero;

const belowHero = prerendered('below-hero', import.meta.env.SSR ? await load() : null, load);

/** Loads what a visitor who comes from another page of the site needs for this page. */
export const { prepare } = belowHero;

export const Component = () => (
  <>
    <Hero id="hero" number={1} />
    <belowHero.Component />
  </>
);
