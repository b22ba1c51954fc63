/**
 * The invented engagement that the site's drawings show. What the miniatures draw of it stands in client/illustrations/slides/miniatures.
 * `*…*` is what the pen marks, `|` a set line break.
 */

export const engagementName = 'Regional network review';

export const files = {
  scope: { name: 'SOW.pdf', pages: 14, page: 3 },
  template: { name: 'Brand-template.pptx', colours: 5 },
  deck: { name: 'Regional-network-review.pptx' },
};

export const template = {
  layouts: ['Title', 'Section', 'Title and chart', 'Two columns', 'Table', 'Closing'],
  rules: [
    ['Title style', 'Full sentence, two lines at most'],
    ['Fonts', 'Serif headings, sans body'],
    ['Page furniture', 'Tracker, source line, page number'],
  ],
} as const;

export const answer = 'Five hubs can do the work of nine, and fund the margin plan.';

/** The nine hubs: their share of the margin gap, in percent, and whether the plan closes the hub. */
export const hubs = [
  { name: 'North 1', gap: 25, closes: true },
  { name: 'North 2', gap: 21, closes: true },
  { name: 'Centre 1', gap: 18, closes: true },
  { name: 'South 1', gap: 15, closes: true },
  { name: 'North 3', gap: 7, closes: false },
  { name: 'Centre 2', gap: 5, closes: false },
  { name: 'Centre 3', gap: 4, closes: false },
  { name: 'South 2', gap: 3, closes: false },
  { name: 'South 3', gap: 2, closes: false },
] as const;

/** Operating margin, in percent of revenue: from FY25 to FY28 by what the plan changes. */
export const margin = [
  { value: 6.1, kind: 'total', label: 'Margin|FY25', short: 'FY25' },
  { value: 2.6, kind: 'key', label: 'Fixed|hub cost', short: 'Hub cost' },
  { value: -0.9, kind: 'fall', label: 'Longer|linehaul', short: 'Line\u00adhaul' },
  { value: 1.4, kind: 'rise', label: 'Labour|productivity', short: 'Labour' },
  { value: 1.1, kind: 'rise', label: 'Inventory|and space', short: 'Inven\u00adtory' },
  { value: 10.3, kind: 'total', label: 'Margin|FY28', short: 'FY28' },
] as const;

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
  ['Deliverable', 'Board-ready deck'],
] as const;

/** The title of slide 4 in other words: on the slide, in its miniature and in a list of one line each. */
export const rewrites = [
  {
    title: 'Moving from nine hubs to five restores *4.2 points* of operating margin by FY28',
    miniature: 'Moving from nine hubs to five|restores 4.2 points of margin',
    short: 'Nine hubs to five restores *4.2 points*',
  },
  {
    title: 'Five hubs do the work of nine and return *4.2 points* of margin',
    miniature: 'Five hubs do the work of nine|and return 4.2 points of margin',
    short: 'Five hubs return *4.2 points* of margin',
  },
  {
    title: 'Four closures pay for longer linehaul *almost three times over*',
    miniature: 'Four closures pay for longer|linehaul almost three times over',
    short: 'Four closures pay for *longer linehaul*',
  },
] as const;

export type Rewrite = (typeof rewrites)[number];

export interface Title {
  number: number;
  title: string;
  /** Broken as on the slide in small. */
  miniature: string;
  /** For a list of one line each. */
  short: string;
}

/** From question to decision: each title as on the slide in small, and shorter. */
const wordings = [
  ['Network cost has grown faster|than volume since FY23', 'Network cost has outgrown volume'],
  ['Nine hubs now do|the work of five', 'Nine hubs now do the work of five'],
  ['Four under-filled hubs carry|most of the margin gap', 'Four hubs carry most of the margin gap'],
  [rewrites[0].miniature, rewrites[0].short, rewrites[0].title],
  ['Next-day cover holds in every|region at five hubs', 'Next-day cover holds in every region'],
  ['The move pays back|within two years', 'The move pays back within two years'],
  ['Closing the North hubs first|limits service risk', 'Closing the North hubs first limits risk'],
  ['Decision needed: approve|the five-hub plan', 'Decision: approve the five-hub plan'],
] as const;

export const titles: readonly Title[] = wordings.map(
  ([miniature, short, title = miniature.replace('|', ' ')], index) => {
    return { number: index + 1, title, miniature, short };
  },
);

export const storyline = [
  { part: 'Situation', titles: titles.slice(0, 2) },
  { part: 'Complication', titles: titles.slice(2, 4) },
  { part: 'Resolution', titles: titles.slice(4) },
];

/** What the slide in the middle of it all says beside its title. */
export const slide = {
  number: 4,
  tracker: 'Network economics',
  chart: { title: 'Operating margin bridge', unit: '% of revenue', bracket: '+4.2 points' },
  soWhat: {
    label: 'So what',
    text: 'Closing four hubs pays for longer linehaul almost three times over.',
    points: [
      'Fixed hub cost is the largest lever, at 2.6 points',
      'Longer linehaul gives back\u00a00.9',
      'Next-day cover holds (slide\u00a05)',
    ],
  },
  note: 'Note: figures are illustrative. Source: SOW.pdf, p.\u00a03|; team analysis',
} as const;
