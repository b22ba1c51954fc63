import { Closing } from '../sections/closing.tsx';
import { Contact } from '../sections/contact.tsx';
import { Features } from '../sections/features.tsx';
import { Founders } from '../sections/founders.tsx';
import { Hero } from '../sections/hero.tsx';
import { HowItWorks } from '../sections/how-it-works.tsx';

export function Component() {
  return (
    <>
      <Hero />
      <Features number={2} />
      <HowItWorks number={3} />
      <Founders number={4} />
      <Closing number={5} />
      <Contact number={6} />
    </>
  );
}
