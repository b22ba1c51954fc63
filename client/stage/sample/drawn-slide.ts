import type { SlideContent } from '../../slides/slide-content.ts';
import { exhibits } from './exhibits.ts';
import { firstChosen, type SampleSlide, slideOf, sourceNote } from './slides.ts';

/** Returns what the page draws of a slide of the sample, with its first wording. */
export function contentOf(slide: SampleSlide): SlideContent {
  const { number, tracker, wordings, exhibit, soWhat } = slide;
  const chart = exhibits[number];
  if (!chart) throw new Error(`Slide ${number} has no exhibit.`);
  return {
    number,
    tracker,
    title: wordings[0].title,
    ...(exhibit && { heading: exhibit }),
    exhibit: chart,
    soWhat,
    note: sourceNote(slide),
  };
}

/** What the page draws of the slide that is chosen at first. */
export const firstContent: SlideContent = contentOf(slideOf(firstChosen));
