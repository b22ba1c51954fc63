import { BelowHero } from '../sections/below-hero.tsx';
import { Hero } from '../sections/hero.tsx';

export const Component = () => (
  <>
    <Hero />
    <BelowHero />
  </>
);
