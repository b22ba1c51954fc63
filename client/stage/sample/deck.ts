import { site } from '../../../shared/site.ts';
import type { Deck, DeckSlide, Exhibit } from '../../deck/content.ts';
import { plainText } from '../../ui/notation.ts';
import { engagementName } from './engagement.ts';
import {
  breakEvenMonth,
  capacity,
  closures,
  cover,
  cumulativeCash,
  hubs,
  index,
  margin,
  moves,
  options,
} from './figures.ts';
import { fileTexts } from './file-texts.ts';
import { optionLabels, type SampleSlide, sayings, slides, sourceNote } from './slides.ts';

/** Makes the sample as the content of a deck. The build and the browser use the same function. */

/** The chosen wording of each title, by the number of its slide; the first where there is none. */
export type Wordings = Readonly<Record<number, number>>;

const disclaimer = 'Illustrative. The engagement is invented.';

/** Compares hubs for sorting: South comes before North, and North before Centre, as in the statement of work. */
const byRegion = (one: { name: string }, other: { name: string }) =>
  other.name.localeCompare(one.name);

/** The exhibits by the number of the slide. */
const exhibits: Readonly<Record<number, (callout: string) => Exhibit>> = {
  1: (callout) => ({
    kind: 'lines',
    unit: 'FY23 = 100',
    categories: index.years,
    upper: { name: 'Network cost', values: index.cost },
    lower: { name: 'Volume', values: index.volume },
    callout,
  }),
  2: (callout) => ({
    kind: 'columns',
    name: 'Thousand units a day, FY25',
    columns: hubs
      .toSorted((one, other) => other.units - one.units || byRegion(one, other))
      .map(({ name, units, closes }) => ({ name, value: units / 1000, isPale: closes })),
    limit: { value: capacity / 1000, text: callout },
  }),
  3: (callout) => ({
    kind: 'bars',
    name: 'Share of the gap, %',
    bars: hubs.map(({ name, gap, closes }) => ({ name, value: gap, isKey: closes })),
    callout,
  }),
  4: (callout) => ({
    kind: 'bridge',
    unit: '% of revenue',
    steps: margin.map(({ label, value, kind }) => ({ name: label.replace('|', ' '), value, kind })),
    callout,
  }),
  5: (callout) => ({
    kind: 'coverage',
    heads: ['Region', 'Hubs', 'Those that stay', 'Next-day cover at five hubs'],
    rows: cover.regions.map(({ name, before, after, stays, cover: share }) => ({
      name,
      before,
      after,
      stays,
      cover: share,
    })),
    total: { name: 'All', stays: 'Five hubs' },
    floor: { value: cover.floor, text: callout },
    ends: ['Floor, %', 'Next-day cover, %'],
  }),
  6: (callout) => ({
    kind: 'payback',
    name: 'Cumulative cash, € million',
    years: cumulativeCash.map(({ year, month, value }) => ({ name: year, month, value })),
    breakEven: { month: breakEvenMonth, text: callout },
  }),
  7: () => ({
    kind: 'closures',
    periods: closures.halfYears,
    head: 'Units a day',
    rows: closures.hubs.map(({ name, from, to, first }) => ({ name, from, to, isKey: first })),
    moves: moves.map(({ units, share }) => ({
      units: units.toLocaleString('en'),
      share: `${share}%`,
    })),
    limit: { label: 'Limit', value: `${closures.limit}%` },
  }),
  8: () => ({
    kind: 'options',
    cards: options.map(({ key, name, closes, margin: figure, cost }, at) => ({
      key,
      name,
      detail: closes,
      figure,
      rows: [
        [optionLabels.cost, cost],
        [optionLabels.target, at === options.length - 1 ? optionLabels.met : optionLabels.missed],
      ],
    })),
    figureLabel: optionLabels.margin,
    recommended: optionLabels.recommended,
  }),
};

/** Returns the paragraphs of a slide's speaker notes: the lines on which its title rests, and how its figures follow. */
function speakerNotes(slide: SampleSlide, wording: number | undefined): string[] {
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

const oneLine = (marked: string) => plainText(marked).replaceAll('|', ' ');

function deckSlide(slide: SampleSlide, wording: number | undefined): DeckSlide {
  const { title, miniature, short, soWhat } = sayings(slide, wording);
  const exhibit = exhibits[slide.number]?.(slide.callout ?? '');
  if (!exhibit) throw new Error(`Slide ${slide.number} has no exhibit.`);
  const { label, points } = slide.soWhat;
  const [, source] = sourceNote(slide).split('|');
  return {
    titles: [oneLine(title), oneLine(miniature), oneLine(short)],
    exhibit,
    alt: fileTexts(slide).alt,
    notes: speakerNotes(slide, wording),
    ...(slide.exhibit
      ? { heading: slide.exhibit, soWhat: { label, text: soWhat, points } }
      : { decision: { label, text: soWhat } }),
    ...(source ? { source: source.trim() } : {}),
  };
}

/** Makes the eight slides of the sample. @param wordings the titles as chosen; so-what and notes follow them. */
export function sampleDeck(wordings: Wordings = {}): Deck {
  return {
    title: `${engagementName}: a sample by ${site.name}`,
    description: disclaimer,
    disclaimer,
    slides: slides.map((slide) => deckSlide(slide, wordings[slide.number])),
  };
}
