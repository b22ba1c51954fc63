import type { ReactNode } from 'react';
import { type SampleSlide, wordsOf } from './sample/slides.ts';

type Words = ReturnType<typeof wordsOf>;

interface WordingsProps {
  slide: SampleSlide;
  /** The part that is shown. Wordings with the same part share one element. */
  pick: (words: Words) => unknown;
  children: (words: Words) => ReactNode;
  /** The element around each wording. */
  as?: 'span' | 'div';
}

/** Renders a part of a slide in all its wordings. In the product window the style sheet shows the chosen one. */
export function Wordings({ slide, pick, children, as: Element = 'span' }: WordingsProps) {
  const all = slide.wordings.map((_, index) => wordsOf(slide, index));
  const [first] = all;
  if (!first) return null;
  if (all.every((words) => pick(words) === pick(first))) return children(first);
  return all.map((words, index) => (
    <Element key={words.title} data-wording={`${slide.number}.${index}`}>
      {children(words)}
    </Element>
  ));
}
