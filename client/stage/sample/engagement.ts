/** The frame of the invented engagement: its files, page 3 of its statement of work, and its answer. */

export const engagementName = 'Regional network review';

export const files = {
  scope: { name: 'SOW.pdf', pages: 14, page: 3 },
  template: { name: 'Brand-template.pptx', colours: 5 },
};

export const template = {
  layouts: ['Title', 'Section', 'Title and chart', 'Two columns', 'Table', 'Closing'],
  rules: [
    ['Title style', 'Full sentence, two lines at most'],
    ['Fonts', 'As the theme names them'],
    ['Page furniture', 'Tracker, source line, page number'],
  ],
} as const;

/** Stands on every slide of a deck in the visitor's template, once. A small slide leaves the source out. */
export const disclaimer = {
  short: 'Illustrative. The engagement is invented.',
  source: 'Source: SOW.pdf',
};

export const answer = 'Five hubs can do the work of nine, and fund the margin plan.';

/** Words of page 3 that the product marks first, and the number of the title that they become. */
export interface Phrase {
  phrase: string;
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
      'FY23. Service levels have not changed.',
    ],
  },
  {
    heading: '2 Objective',
    text: [
      'Recommend the number and location of hubs that restores operating margin. ',
      '|',
      { phrase: 'Baseline: margin 6.1% in FY25, target 10.3% by FY28.', title: 4 },
    ],
  },
  {
    heading: '3 Scope',
    text: [
      'Nine hubs in three regions, next-day service only. International freight is out of scope.',
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

/** The titles whose phrases the product marks first. */
export const markedTitles = [1, 4, 8];

export const facts = [
  ['Objective', 'Restore operating margin by FY28'],
  ['Scope', 'Nine hubs, three regions'],
] as const;
