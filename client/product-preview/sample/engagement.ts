/**
 * The invented engagement that the site's drawings show. What the miniatures draw of it stands in client/illustrations/slides/miniatures.
 * `*…*` is what the pen marks, `|` a set line break.
 */

import {
  layouts,
  plainTitle,
  type SampleSlide,
  slides,
  sourceNote,
  type Wording,
} from './slides.ts';

export { hubs, margin } from './figures.ts';

export const engagementName = 'Regional network review';

export const files = {
  scope: { name: 'SOW.pdf', pages: 14, page: 3 },
  template: { name: 'Brand-template.pptx', colours: 5 },
  deck: { name: 'Regional-network-review.pptx' },
};

export const template = {
  layouts,
  rules: [
    ['Title style', 'Full sentence, two lines at most'],
    ['Fonts', 'Serif headings, sans body'],
    ['Page furniture', 'Tracker, source line, page number'],
  ],
} as const;

export const answer = 'Five hubs can do the work of nine, and fund the margin plan.';

/** Words of the statement of work on which a title rests. */
export interface Phrase {
  phrase: string;
  /** The number of the title. */
  title: number;
}

/** Page 3 of the statement of work. */
export const scope: readonly { heading: string; text: readonly (string | Phrase)[] }[] = [
  {
    heading: '1 Background',
    text: [
      { phrase: 'Network cost has risen faster than volume', title: 1 },
      ' since ',
      '|',
      'FY23. ',
      { phrase: 'Service levels have not changed.', title: 7 },
    ],
  },
  {
    heading: '2 Objective',
    text: [
      'Recommend ',
      { phrase: 'the number and location of hubs', title: 3 },
      ' that ',
      { phrase: 'restores operating margin.', title: 6 },
      ' ',
      '|',
      { phrase: 'Baseline: margin 6.1% in FY25, target 10.3% by FY28.', title: 4 },
    ],
  },
  {
    heading: '3 Scope',
    text: [
      { phrase: 'Nine hubs in three regions,', title: 2 },
      ' ',
      { phrase: 'next-day service only.', title: 5 },
      ' International freight is out of scope.',
    ],
  },
  {
    heading: '4 Deliverable',
    text: [
      { phrase: 'One board-ready deck with a clear decision,', title: 8 },
      ' set ',
      '|',
      'on the attached PowerPoint template.',
    ],
  },
];

/** The titles whose phrases Deckwright marks first. */
export const markedTitles = [1, 4, 8];

export const facts = [
  ['Objective', 'Restore operating margin by FY28'],
  ['Scope', 'Nine hubs, three regions'],
] as const;

/** The slide in the middle of the old window. */
const marginSlide = slides[3] as SampleSlide;
const inOneLine = (wording: Wording) => ({ ...wording, title: wording.title.replace('|', ' ') });
const [firstWording, ...otherWordings] = marginSlide.wordings;

/** The title of slide 4 in other words: on the slide, in its miniature and in a list of one line each. */
export const rewrites = [inOneLine(firstWording), ...otherWordings.map(inOneLine)] as const;

export type Rewrite = (typeof rewrites)[number];

export interface Title {
  number: number;
  title: string;
  /** Broken as on the slide in small. */
  miniature: string;
  /** For a list of one line each. */
  short: string;
}

/** From question to decision: each title in its first wording. */
export const titles: readonly Title[] = slides.map(({ number, wordings: [first] }) => ({
  number,
  title: plainTitle(first.title),
  miniature: first.miniature,
  short: first.short,
}));

export const storyline = [
  { part: 'Situation', titles: titles.slice(0, 2) },
  { part: 'Complication', titles: titles.slice(2, 4) },
  { part: 'Resolution', titles: titles.slice(4) },
];

/** What slide 4 says beside its title. */
export const slide = {
  number: marginSlide.number,
  tracker: marginSlide.tracker,
  chart: {
    title: 'Operating margin bridge',
    unit: '% of revenue',
    bracket: marginSlide.callout ?? '',
  },
  soWhat: marginSlide.soWhat,
  note: sourceNote(marginSlide),
};
