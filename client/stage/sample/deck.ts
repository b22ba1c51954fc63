import { site } from '../../../shared/site.ts';
import type { Deck, DeckSlide } from '../../deck/content.ts';
import { disclaimer, engagementName } from './engagement.ts';
import { exhibits } from './exhibits.ts';
import { fileTexts } from './file-texts.ts';
import { type SampleSlide, slides, titleWordings, wordsOf } from './slides.ts';

/** Makes the sample as the content of a deck. The build and the browser use the same function. */

/** The chosen wording of each title, by the number of its slide; the first where there is none. */
export type Wordings = Readonly<Record<number, number>>;

const description = 'Illustrative. The engagement is invented.';

/** Stands on every slide once. */
export const disclaimerText = `${disclaimer.short} ${disclaimer.source}`;

/** Returns the paragraphs of a slide's speaker notes: the lines on which its title rests, and how its figures follow. */
function speakerNotes(slide: SampleSlide, wording: number | undefined): string[] {
  const quotes = wordsOf(slide, wording).trace.map(({ page, text }) => `p. ${page}: “${text}”`);
  const figures = fileTexts(slide).workings.map(({ shown, sum, result }) => {
    const value = result.toLocaleString('en').replace('-', '−');
    return `${shown}: ${sum} = ${value}`;
  });
  return [
    `The title rests on SOW.pdf, ${quotes.join('; ')}`,
    `How the figures follow: ${figures.join('; ')}.`,
    description,
  ];
}

function deckSlide(slide: SampleSlide, wording: number | undefined): DeckSlide {
  const { soWhat } = wordsOf(slide, wording);
  const exhibit = exhibits[slide.number];
  if (!exhibit) throw new Error(`Slide ${slide.number} has no exhibit.`);
  const { label, points } = slide.soWhat;
  return {
    titles: titleWordings(slide, wording),
    tracker: slide.tracker,
    exhibit,
    alt: fileTexts(slide).alt,
    notes: speakerNotes(slide, wording),
    ...(slide.exhibit
      ? { heading: slide.exhibit, soWhat: { label, text: soWhat, points } }
      : { decision: { label, text: soWhat } }),
  };
}

/** Makes the eight slides of the sample. @param wordings the titles as chosen; so-what and notes follow them. */
export function sampleDeck(wordings: Wordings = {}): Deck {
  return {
    title: `${engagementName}: a sample by ${site.name}`,
    description,
    disclaimer: disclaimerText,
    slides: slides.map((slide) => deckSlide(slide, wordings[slide.number])),
  };
}
