import type { SampleSlide } from './slides.ts';

/** The texts that only the file has: the page does not load them. */

/** How a figure on a slide follows from lines of the statement of work. The speaker notes show it. */
interface Working {
  /** As on the slide. */
  shown: string;
  /** Operands of the statement of work, earlier results, counts of hubs, and 12 months or 100 percent. */
  sum: string;
  result: number;
}

interface FileTexts {
  /** The exhibit in words: the alternative text of the chart. Slide 8 has no chart. */
  alt: string;
  workings: readonly Working[];
}

/** By the number of the slide. */
const texts: Record<number, FileTexts> = {
  1: {
    alt: 'Line chart, FY23 = 100. Network cost rises to 109 in FY24 and 119 in FY25. Volume rises to 103 and 106. The gap in FY25 is 13 points.',
    workings: [
      { shown: '12%', sum: '119 / 106 × 100 − 100', result: 12 },
      { shown: '1.12', sum: '119 / 106', result: 1.12 },
      { shown: '13 points', sum: '119 − 106', result: 13 },
      { shown: '19%', sum: '119 − 100', result: 19 },
      { shown: '6%', sum: '106 − 100', result: 6 },
      { shown: 'three times', sum: '19 / 6', result: 3.2 },
    ],
  },
  2: {
    alt: 'Column chart, thousand units a day in FY25. South 2 handles 16, South 3 and Centre 2 15, Centre 3 14, North 3 12, South 1 9, Centre 1 8, North 1 4, North 2 3. Each hub is built for 22.',
    workings: [
      { shown: '198,000', sum: '9 × 22,000', result: 198000 },
      { shown: '110,000', sum: '5 × 22,000', result: 110000 },
      { shown: '48%', sum: '96,000 / 198,000 × 100', result: 48 },
      { shown: '87%', sum: '96,000 / 110,000 × 100', result: 87 },
      { shown: '24,000', sum: '9,000 + 8,000 + 4,000 + 3,000', result: 24000 },
      { shown: '84%', sum: '(15,000 + 14,000 + 8,000) / (2 × 22,000) × 100', result: 84 },
      { shown: '91%', sum: '(16,000 + 15,000 + 9,000) / (2 × 22,000) × 100', result: 91 },
    ],
  },
  3: {
    alt: 'Bar chart, share of the gap to target in percent. North 1 25, North 2 21, Centre 1 18 and South 1 15 make 79. North 3 7, Centre 2 5, Centre 3 4, South 2 3, South 3 2.',
    workings: [
      { shown: '79%', sum: '25 + 21 + 18 + 15', result: 79 },
      { shown: '21%', sum: '7 + 5 + 4 + 3 + 2', result: 21 },
      { shown: '4.2 points', sum: '10.3 − 6.1', result: 4.2 },
    ],
  },
  4: {
    alt: 'Waterfall chart, percent of revenue. Margin FY25 6.1, fixed hub cost +2.6, longer linehaul −0.9, labour productivity +1.4, inventory and space +1.1, margin FY28 10.3.',
    workings: [
      { shown: '4.2 points', sum: '2.6 − 0.9 + 1.4 + 1.1', result: 4.2 },
      { shown: 'almost three times', sum: '2.6 / 0.9', result: 2.9 },
    ],
  },
  5: {
    alt: 'Dot chart, next-day cover at five hubs in percent: North 96, Centre 98, South 97. The floor is 95.',
    workings: [{ shown: 'one point', sum: '96 − 95', result: 1 }],
  },
  6: {
    alt: 'Line chart, cumulative cash in € million at the end of the year: FY26 −6.0, FY27 +2.5, FY28 +15.1. The line passes zero in month 21.',
    workings: [
      { shown: '−6.0', sum: '3.0 − 9.0', result: -6 },
      { shown: '+2.5', sum: '−6.0 + 8.5', result: 2.5 },
      { shown: '+15.1', sum: '2.5 + 12.6', result: 15.1 },
      { shown: 'month 21', sum: '12 + 6.0 / 8.5 × 12', result: 20.5 },
      { shown: '4.2 points', sum: '12.6 / 300 × 100', result: 4.2 },
    ],
  },
  7: {
    alt: 'Plan of the closures. H1 FY26: North 1 and North 2, 7,000 units a day, 7.3%. H2 FY26: Centre 1, 8,000, 8.3%. H1 FY27: South 1, 9,000, 9.4%. The limit is 10% in a half-year.',
    workings: [
      { shown: '7,000', sum: '4,000 + 3,000', result: 7000 },
      { shown: '7%', sum: '7,000 / 96,000 × 100', result: 7 },
      { shown: '7.3%', sum: '7,000 / 96,000 × 100', result: 7.3 },
      { shown: '8.3%', sum: '8,000 / 96,000 × 100', result: 8.3 },
      { shown: '9.4%', sum: '9,000 / 96,000 × 100', result: 9.4 },
      { shown: '10%', sum: '1 / 10 × 100', result: 10 },
    ],
  },
  8: {
    alt: 'Three options. A, nine hubs: margin 6.1% in FY28, no one-off cost, target missed. B, seven hubs: 8.0%, €4.6m, missed. C, five hubs, recommended: 10.3%, €9.0m, met.',
    workings: [
      { shown: '8.0%', sum: '6.1 + 1.9', result: 8 },
      { shown: '10.3%', sum: '6.1 + 4.2', result: 10.3 },
    ],
  },
};

/** Returns the texts that the file has for a slide. Throws an Error if the slide has none. */
export function fileTexts({ number }: SampleSlide): FileTexts {
  const found = texts[number];
  if (!found) throw new Error(`Slide ${number} has no texts for the file.`);
  return found;
}
