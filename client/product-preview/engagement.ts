import type { SlideContent } from './slide/content.ts';

/** The invented engagement that the product preview shows. `|` marks a set line break. */
export const engagement = {
  name: 'Regional network review',
  menu: ['File', 'Edit', 'Storyline', 'Template', 'Export'],
  status: [
    ['upload', 'Reading 2 files'],
    ['draft', 'Drafting title 8 of 8'],
    ['edit', 'Slide 4 of 8, title selected'],
    ['deliver', '8 slides ready'],
  ],
  facts: [
    ['Objective', 'Restore operating margin by FY28'],
    ['Scope', 'Nine hubs, three regions'],
    ['Deliverable', 'Board-ready deck'],
  ],
  template: {
    layouts: ['Title', 'Section', 'Title and chart', 'Two columns', 'Table', 'Closing'],
    rules: [
      ['Title style', 'Full sentence, two lines at most'],
      ['Fonts', 'Serif headings, sans body'],
      ['Page furniture', 'Tracker, source line, page number'],
    ],
  },
  answer: 'Five hubs can do the work of nine, and fund the margin plan.',
  story: [
    [
      'Situation',
      'Network cost has grown|faster than volume since FY23',
      'Nine hubs now do the work of five',
    ],
    [
      'Complication',
      'Four under-filled hubs carry|most of the margin gap',
      'Moving from nine hubs to five restores|4.2 points of operating margin by FY28',
    ],
    [
      'Resolution',
      'Next-day cover holds in|every region at five hubs',
      'The move pays back within two years',
      'Closing the North hubs|first limits service risk',
      'Decision needed: approve the five-hub plan',
    ],
  ],
  rewrites: [
    'Moving from nine hubs to five restores 4.2 points of operating margin by FY28',
    'Five hubs do the work of nine and return 4.2 points of margin',
    'Four closures pay for longer linehaul almost three times over',
  ],
  /** The statement of work: heading, then text before, inside and after the pen. */
  scope: [
    [
      '1 Background',
      'Network cost has risen faster than volume for three years. Service levels have not changed.',
      '',
      '',
    ],
    [
      '2 Objective',
      'Recommend the number and location of hubs that ',
      'restores operating margin by FY28.',
      '',
    ],
    [
      '3 Scope',
      '',
      'Nine hubs in three regions,',
      ' next-day service only. International freight is out of scope.',
    ],
    [
      '4 Deliverable',
      '',
      'One board-ready deck',
      ' with a clear decision, set on the attached PowerPoint template.',
    ],
  ],
} as const;

/** Slide 4, the one on the desk. */
export const slide: SlideContent = {
  tracker: 'Network economics',
  sticker: 'Illustrative',
  title: ['Moving from nine hubs to five restores', '4.2 points', ' of operating margin by FY28'],
  chart: {
    title: 'Operating margin bridge',
    unit: '% of revenue',
    bracket: '+4.2 points',
    steps: [
      { value: 6.1, kind: 'total', label: 'Margin|FY25', short: 'FY25' },
      { value: 2.6, kind: 'key', label: 'Fixed|hub cost', short: 'Hub cost' },
      { value: -0.9, kind: 'fall', label: 'Longer|linehaul', short: 'Linehaul' },
      { value: 1.4, kind: 'rise', label: 'Labour|productivity', short: 'Labour' },
      { value: 1.1, kind: 'rise', label: 'Inventory|and space', short: 'Inventory' },
      { value: 10.3, kind: 'total', label: 'Margin|FY28', short: 'FY28' },
    ],
  },
  soWhat: {
    label: 'So what',
    text: 'Closing four hubs pays for longer linehaul almost three times over.',
    points: [
      'Fixed hub cost is the largest lever, at 2.6 points',
      'Longer linehaul gives back 0.9',
      'Next-day cover holds (slide 5)',
    ],
  },
  note: 'Note: figures are illustrative. Source: SOW.pdf, p. 3; team analysis',
  page: 4,
};
