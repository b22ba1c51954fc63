import { fileTexts } from '../sample/file-texts.ts';
import { type SampleSlide, sayings } from '../sample/slides.ts';
import { disclaimer } from './master.ts';

/** Returns the paragraphs of a slide's speaker notes: the lines on which its title rests, and how its figures follow. */
export function speakerNotes(slide: SampleSlide, wording?: number): string[] {
  const quotes = sayings(slide, wording).trace.map(({ page, text }) => `p. ${page}: “${text}”`);
  const figures = fileTexts(slide).workings.map(({ shown, sum, result }) => {
    const value = result.toLocaleString('en').replace('-', '−');
    return `${shown}: ${sum} = ${value}`;
  });
  return [
    `The title rests on SOW.pdf, ${quotes.join('; ')}`,
    `How the figures follow: ${figures.join('; ')}.`,
    disclaimer,
  ];
}
