import { plainText } from '../../ui/notation.ts';
import type { ScopeLine } from './statement-of-work.ts';
import * as lines from './statement-of-work.ts';

/**
 * The eight slides of the sample: their words, and the lines of the statement of work on which their titles rest. The
 * window and the file have the same words. `figures.ts` has the numbers of the charts.
 */

/** A line of the statement of work, and the part of it that the pen marks. */
export interface Quote extends ScopeLine {
  pen?: string;
}

interface Wording {
  /** Marked text (ui/notation.ts) of two lines. */
  title: string;
  /** For a template whose title place is too small for the title. */
  shorter: string;
  /** One line: for the storyline on a phone, and for the templates with the smallest title place. */
  shortest: string;
  /** Replaces the slide's own so-what. */
  soWhat?: string;
  /** Replaces the slide's own trace. */
  trace?: readonly Quote[];
}

export interface SampleSlide {
  number: number;
  part: 'Situation' | 'Complication' | 'Resolution';
  tracker: string;
  /** The first wording, and then the other wordings that Edit offers. */
  wordings: readonly [Wording, Wording, ...Wording[]];
  /** The lines on which the title rests, the marked one first. */
  trace: readonly Quote[];
  /** Name and unit of the exhibit. Slide 8 has none. */
  exhibit?: { title: string; unit: string };
  soWhat: { label: string; text: string; points: readonly string[] };
  /** The pages of the statement of work from which the slide's figures come. */
  pages: readonly number[];
}

const marked = (line: ScopeLine, pen = line.text): Quote => ({ ...line, pen });

export const slides: readonly SampleSlide[] = [
  {
    number: 1,
    part: 'Situation',
    tracker: 'Cost and volume',
    wordings: [
      {
        title: 'Network cost has grown|*faster than volume* since FY23',
        shorter: 'Network cost has grown faster than volume since FY23',
        shortest: 'Network cost has outgrown volume',
      },
      {
        title: 'Network cost has grown|*three times as fast* as volume since FY23',
        shorter: 'Network cost has grown three times as fast as volume',
        shortest: 'Network cost grew three times as fast',
        trace: [marked(lines.index), lines.costAndVolume],
      },
    ],
    trace: [marked(lines.costAndVolume), lines.index],
    exhibit: { title: 'Network cost and volume', unit: 'index, FY23 = 100' },
    soWhat: {
      label: 'So what',
      text: 'Each unit costs 12% more to move than in FY23.',
      points: [
        'Five hubs can do the work of nine, and fund the margin plan',
        'Cost up 19%, volume up 6%: 119 over 106 is 1.12',
        'Service levels have not changed',
      ],
    },
    pages: [3, 5],
  },
  {
    number: 2,
    part: 'Situation',
    tracker: 'Use of the hubs',
    wordings: [
      {
        title: 'Nine hubs now do|*the work of five*',
        shorter: 'Nine hubs now do the work of five',
        shortest: 'Nine hubs now do the work of five',
      },
      {
        title: 'Nine hubs now run|*less than half full*',
        shorter: 'Nine hubs now run less than half full',
        shortest: 'Nine hubs now run less than half full',
      },
    ],
    trace: [marked(lines.capacity)],
    exhibit: { title: 'Units handled', unit: 'thousand a day, FY25' },
    soWhat: {
      label: 'So what',
      text: 'Nine hubs run 48% full. Five would run 87% full.',
      points: [
        '96,000 units a day; nine hubs are built for 198,000, five for 110,000',
        'Four hubs handle 24,000 of them',
        'Every region keeps room: 84% to 91% full',
      ],
    },
    pages: [5],
  },
  {
    number: 3,
    part: 'Complication',
    tracker: 'Network economics',
    wordings: [
      {
        title: 'Four under-filled hubs carry|*most of the margin gap*',
        shorter: 'Four under-filled hubs carry most of the margin gap',
        shortest: 'Four hubs carry most of the margin gap',
      },
      {
        title: 'Four of nine hubs carry|*79% of the margin gap*',
        shorter: 'Four of nine hubs carry 79% of the margin gap',
        shortest: 'Four of nine hubs carry 79% of the gap',
      },
    ],
    trace: [marked(lines.fourHubs)],
    exhibit: { title: 'Share of the gap to target', unit: 'by hub, %' },
    soWhat: {
      label: 'So what',
      text: 'Two of the four are in the North. Start there.',
      points: [
        'The gap is 4.2 points: 6.1% today, 10.3% by FY28',
        'Each of the four runs at less than half of what it is built for',
        'The other five carry 21%',
      ],
    },
    pages: [3, 5, 11],
  },
  {
    number: 4,
    part: 'Complication',
    tracker: 'Network economics',
    wordings: [
      {
        title: 'Moving from nine hubs to five restores|*4.2 points* of operating margin by FY28',
        shorter: 'Moving from nine hubs to five restores 4.2 points of margin',
        shortest: 'Nine hubs to five restores 4.2 points',
      },
      {
        title: 'Five hubs do the work of nine|and return *4.2 points* of margin',
        shorter: 'Five hubs do the work of nine and return 4.2 points of margin',
        shortest: 'Five hubs return 4.2 points of margin',
      },
      {
        title: 'Four closures pay for longer linehaul|*almost three times over*',
        shorter: 'Four closures pay for longer linehaul almost three times over',
        shortest: 'Four closures pay for longer linehaul',
        soWhat: 'Moving from nine hubs to five restores 4.2 points of margin.',
        trace: [marked(lines.bridge, 'hub cost +2.6, linehaul −0.9'), lines.baseline],
      },
    ],
    trace: [marked(lines.baseline), lines.bridge],
    exhibit: { title: 'Operating margin bridge', unit: '% of revenue' },
    soWhat: {
      label: 'So what',
      text: 'Closing four hubs pays for longer linehaul almost three times over.',
      points: [
        'Fixed hub cost is the largest lever, at 2.6 points',
        'Longer linehaul gives back\u00a00.9',
        'Next-day cover holds (slide\u00a05)',
      ],
    },
    pages: [3, 11],
  },
  {
    number: 5,
    part: 'Resolution',
    tracker: 'Service',
    wordings: [
      {
        title: 'Next-day cover holds|*in every region* at five hubs',
        shorter: 'Next-day cover holds in every region at five hubs',
        shortest: 'Next-day cover holds in every region',
      },
      {
        title: 'Five hubs keep every region|*above 95%* next-day cover',
        shorter: 'Five hubs keep every region above 95% next-day cover',
        shortest: 'Five hubs keep cover above 95%',
      },
    ],
    trace: [
      marked(
        lines.routingTest,
        'Routing test at five hubs: next-day cover North 96%, Centre 98%, South 97%.',
      ),
    ],
    exhibit: { title: 'Hubs and next-day cover', unit: 'by region' },
    soWhat: {
      label: 'So what',
      text: 'North is the tightest: one point above the floor.',
      points: [
        'The floor is 95% in every region',
        'Tested on routes for five hubs, at FY25 volume',
        'North closes first, and is watched first (slide\u00a07)',
      ],
    },
    pages: [5, 7],
  },
  {
    number: 6,
    part: 'Resolution',
    tracker: 'Business case',
    wordings: [
      {
        title: 'The move pays back|*within two years*',
        shorter: 'The move pays back within two years',
        shortest: 'The move pays back within two years',
      },
      {
        title: 'The move should pay back|within two years, *if volume holds*',
        shorter: 'The move should pay back within two years, if volume holds',
        shortest: 'The move should pay back, if volume holds',
        soWhat: 'At FY25 volume, the €9.0m is back before year two ends.',
        trace: [marked(lines.payback, 'at FY25 volume.')],
      },
    ],
    trace: [marked(lines.payback)],
    exhibit: { title: 'Cumulative cash', unit: '€ million, end of year' },
    soWhat: {
      label: 'So what',
      text: 'The €9.0m is back before year two ends.',
      points: [
        'Net saving €3.0m, €8.5m, then €12.6m a year',
        '€12.6m is 4.2 points of €300m revenue',
        'At FY25 volume',
      ],
    },
    pages: [5, 11],
  },
  {
    number: 7,
    part: 'Resolution',
    tracker: 'Sequence',
    wordings: [
      {
        title: 'Closing *the North hubs first*|limits service risk',
        shorter: 'Closing the North hubs first limits service risk',
        shortest: 'Closing the North hubs first limits risk',
      },
      {
        title: 'Half of the closures|*move 7% of the volume*',
        shorter: 'Half of the closures move 7% of the volume',
        shortest: 'Half of the closures move 7% of volume',
        soWhat: 'Closing the North hubs first limits service risk.',
        trace: [marked(lines.unitsBelow, 'North 1 4,000, North 2 3,000.'), lines.capacity],
      },
    ],
    trace: [marked(lines.limit)],
    exhibit: { title: 'Closures by half-year', unit: 'and units a day that change hub' },
    soWhat: {
      label: 'So what',
      text: 'Half of the closures move 7% of the volume.',
      points: [
        'North 1 and 2: 7,000 of 96,000 units a day',
        'Each step stays under one unit in ten',
        'The next step waits while cover is below 95%',
      ],
    },
    pages: [5, 7],
  },
  {
    number: 8,
    part: 'Resolution',
    tracker: 'Decision',
    wordings: [
      {
        title: 'Decision needed:|*approve the five-hub plan*',
        shorter: 'Decision needed: approve the five-hub plan',
        shortest: 'Decision: approve the five-hub plan',
      },
      {
        title: 'Approve four closures|*and €9.0m on 18 March*',
        shorter: 'Approve four closures and €9.0m on 18 March',
        shortest: 'Approve four closures and €9.0m',
        trace: [marked(lines.choice, 'On 18 March the board chooses'), lines.payback],
      },
    ],
    trace: [marked(lines.choice), lines.deliverable],
    soWhat: {
      label: 'Decision',
      text: 'Approve €9.0m and four closures on 18 March; North 1 closes first, in H1 FY26.',
      points: [],
    },
    pages: [3, 11, 13],
  },
];

/**
 * The number of the title that is chosen at first. The transformation ends on it, and the drawings of the landing page
 * follow it from the scope to its slide.
 */
export const firstChosen = 4;

/** The slides, with the slide of the title that is chosen at first in front. */
export const chosenInFront = slides.toSorted(
  (a, b) => Number(b.number === firstChosen) - Number(a.number === firstChosen),
);

/** Returns the slide with a number. Throws an Error if there is none. */
export function slideOf(number: number): SampleSlide {
  const found = slides.find((slide) => slide.number === number);
  if (!found) throw new Error(`The sample has no slide ${number}.`);
  return found;
}

/** The number of the title that one press makes more cautious. It does so by choosing that title's second wording. */
export const cautiousTitle = 6;

/** Returns the words of a slide with one of its wordings. @param wording its place in `wordings`; another number gives the first. */
export function wordsOf(slide: SampleSlide, wording = 0) {
  const chosen = slide.wordings[wording] ?? slide.wordings[0];
  return {
    ...chosen,
    soWhat: chosen.soWhat ?? slide.soWhat.text,
    trace: chosen.trace ?? slide.trace,
  };
}

/** Returns the title of a slide for a file, in full, shorter and shortest, each without line breaks. */
export function titleWordings(slide: SampleSlide, wording?: number): [string, string, string] {
  const { title, shorter, shortest } = wordsOf(slide, wording);
  return [plainText(title), shorter, shortest];
}

/** Returns the numbers of pages as text: "3", "3 and 5", "3, 5 and 11". */
const listed = (pages: readonly number[]) => pages.join(', ').replace(/, (?=\d+$)/, ' and ');

/** Returns the note at the foot of a slide. On a small slide, what follows the `|` is left out. */
export const sourceNote = ({ pages }: SampleSlide): string =>
  `Note: figures are illustrative.| Source: SOW.pdf, p.\u00a0${listed(pages)}`;
