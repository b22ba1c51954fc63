import type { SlideContent } from '../slides/slide-content.ts';

/**
 * The small example of the sections: an invented engagement, whose figures stand in lines of its statement of work or
 * follow from one.
 */

export const engagementName = 'Theatre time review';

/** Lines of the statement of work, each with its page. */
export const lines = {
  use: { page: 2, text: 'Theatres are open nine hours a day. Patients are in them for 5.8.' },
  baseline: { page: 2, text: 'Baseline: 5.8 hours used a day in FY25, target 7.4 by FY27.' },
  changes: {
    page: 5,
    text: 'Hours a day: first starts +0.9, longer cleaning −0.2, handover +0.5, list planning +0.4.',
  },
  cost: { page: 6, text: 'One-off cost: first starts €0.2m, all four changes €0.6m.' },
  choice: { page: 7, text: 'One deck on which the board can decide.' },
};

/** The short titles of the storyline, in marked text. The drawings follow the fourth. */
export const titles = [
  'Waiting lists have outgrown theatres',
  'Theatres are used 5.8 of nine hours',
  'Late first starts cost the most time',
  'Four changes win back *1.6 hours* a day',
  'Staff plans hold in every theatre',
  'The plan needs no new theatre',
  'Two theatres first limits the risk',
  'Decision: begin with theatres 1 and 2',
];

export const followedTitle = 4;

/** The slide of the followed title. */
export const followed: SlideContent = {
  number: followedTitle,
  tracker: 'Theatre use',
  title: 'Four changes win back|*1.6 hours* a day in each theatre',
  heading: { title: 'Theatre time used', unit: 'hours a day' },
  exhibit: {
    kind: 'bridge',
    unit: 'Hours a day',
    steps: [
      { name: 'Used FY25', value: 5.8, kind: 'total' },
      { name: 'First starts', value: 0.9, kind: 'key' },
      { name: 'Longer cleaning', value: -0.2, kind: 'fall' },
      { name: 'Faster handover', value: 0.5, kind: 'rise' },
      { name: 'List planning', value: 0.4, kind: 'rise' },
      { name: 'Used FY27', value: 7.4, kind: 'total' },
    ],
    short: ['FY25', 'Starts', 'Cleaning', 'Handover', 'Lists', 'FY27'],
    callout: '+1.6 hours',
  },
  soWhat: {
    label: 'So what',
    text: 'More than half comes from starting on time.',
    points: ['First starts bring 0.9 of 1.6 hours', 'Cleaning takes back 0.2'],
  },
  note: 'Note: figures are illustrative.| Source: SOW.pdf, p.\u00a02 and 5',
};

/** The last slide, which asks for a decision. */
export const decision: SlideContent = {
  number: 8,
  tracker: 'Decision',
  title: 'Decision needed:|*begin with theatres 1 and 2*',
  exhibit: {
    kind: 'options',
    cards: [
      {
        key: 'A',
        name: 'As today',
        detail: 'Nothing changes',
        figure: '5.8',
        rows: [
          ['One-off cost', 'None'],
          ['Target of 7.4', 'Missed'],
        ],
      },
      {
        key: 'B',
        name: 'First starts only',
        detail: 'Lists begin on time',
        figure: '6.7',
        rows: [
          ['One-off cost', '€0.2m'],
          ['Target of 7.4', 'Missed'],
        ],
      },
      {
        key: 'C',
        name: 'All four changes',
        detail: 'Theatres 1 and 2 first',
        figure: '7.4',
        rows: [
          ['One-off cost', '€0.6m'],
          ['Target of 7.4', 'Met'],
        ],
      },
    ],
    figureLabel: 'hours a day',
    recommended: 'Recommended',
  },
  soWhat: {
    label: 'Decision',
    text: 'Approve €0.6m for all four changes; theatres 1 and 2 begin.',
    points: [],
  },
  note: 'Note: figures are illustrative.| Source: SOW.pdf, p.\u00a05 and 6',
};
