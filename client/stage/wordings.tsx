import type { ReactNode } from 'react';
import { type SampleSlide, sayings } from './sample/slides.ts';

type Saying = ReturnType<typeof sayings>;

interface WordingsProps {
  slide: SampleSlide;
  /** The part that is shown. Wordings with the same part share one element. */
  pick: (saying: Saying) => unknown;
  children: (saying: Saying) => ReactNode;
  /** The element around each wording. */
  as?: 'span' | 'div';
}

/** Renders a part of a slide in all its wordings. In the product window the style sheet shows the chosen one. */
export function Wordings({ slide, pick, children, as: Element = 'span' }: WordingsProps) {
  const all = slide.wordings.map((_, index) => sayings(slide, index));
  const [first] = all;
  if (!first) return null;
  if (all.every((saying) => pick(saying) === pick(first))) return children(first);
  return all.map((saying, index) => (
    <Element key={saying.title} data-wording={`${slide.number}.${index}`}>
      {children(saying)}
    </Element>
  ));
}
