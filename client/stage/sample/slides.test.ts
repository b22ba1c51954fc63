import { expect, it } from 'vitest';
import { plainText } from '../../ui/notation.ts';
import { scope } from './engagement.ts';
import { exhibits } from './exhibits.ts';
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
  volume,
} from './figures.ts';
import { fileTexts } from './file-texts.ts';
import { type SampleSlide, slides, sourceNote, wordsOf } from './slides.ts';
import * as lines from './statement-of-work.ts';

const allLines = Object.values(lines);
const numbersIn = (text: string) =>
  (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((digits) => Number(digits.replaceAll(',', '')));

/** Returns a text without the numbers that are names: of a hub, a year, a half-year, a slide, a page, a day. */
const withoutNames = (text: string) =>
  text
    .replaceAll(/(?:North |Centre |South |\b[NCS])\d(?: and \d(?![\d,.]))?/g, 'hub')
    .replaceAll(/FY\d\d(?: = 100)?|H[12]\b|slide\s\d|p\.\s[\d, and]+|18 March/g, 'name');

/** Computes a sum of a working: numbers, brackets and the four signs, as printed. */
function computed(sum: string): number {
  const script = sum.replaceAll(',', '').replaceAll('×', '*').replaceAll('−', '-');
  if (!/^[\d\s.()*/+-]+$/.test(script)) throw new Error(`not a sum: ${sum}`);
  return Number(new Function(`return ${script}`)());
}

const decimalsOf = (value: number) => String(value).split('.')[1]?.length ?? 0;
const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals));

/** Returns the texts of an exhibit, which stand in its data at any depth. */
const wordsIn = (data: unknown): string[] =>
  typeof data === 'string' ? [data] : Object.values(Object(data)).flatMap(wordsIn);

/** Returns every text of a slide, in all its wordings. */
const textsOf = (slide: SampleSlide) => [
  ...slide.wordings.flatMap(({ title, shorter, shortest, soWhat = '' }) => [
    plainText(title),
    shorter,
    shortest,
    soWhat,
  ]),
  slide.exhibit?.title ?? '',
  slide.exhibit?.unit ?? '',
  ...wordsIn(exhibits[slide.number]),
  slide.soWhat.text,
  ...slide.soWhat.points,
  fileTexts(slide).alt,
  sourceNote(slide),
];

it('each wording of each title is traced to at most two lines that stand in the statement of work, and the pen marks a part of the first line', () => {
  for (const slide of slides) {
    for (const [at, { title }] of slide.wordings.entries()) {
      const { trace } = wordsOf(slide, at);
      expect(trace.length, title).toBeLessThanOrEqual(2);
      for (const { page, text, pen = '' } of trace) {
        expect(allLines, title).toContainEqual({ page, text });
        expect(text).toContain(pen);
      }
      expect(trace[0]?.pen, title).toBeTruthy();
      expect(trace[1]?.pen, title).toBeUndefined();
    }
  }
});

it('a traced line of page 3 stands on the page that Upload shows, and pages 3 to 14 exist', () => {
  const page3 = scope
    .flatMap(({ text }) => text.map((part) => (typeof part === 'string' ? part : part.phrase)))
    .join('')
    .replaceAll(/\||\s+/g, ' ')
    .replaceAll(/\s+/g, ' ');
  for (const { page, text } of allLines) {
    expect(page).toBeLessThanOrEqual(14);
    if (page === 3) expect(page3).toContain(text.replace(/\.$/, ''));
  }
});

/** Returns the numbers of a text, each with the unit that stands beside it: percent or euro. */
const figuresIn = (text: string) => {
  const found = withoutNames(text).matchAll(/(€?)(\d[\d,]*(?:\.\d+)?)(%?)/g);
  return Array.from(found, ([, euro = '', digits = '', percent = '']) => {
    return { value: Number(digits.replaceAll(',', '')), unit: euro + percent };
  });
};

it('each number on a slide stands in a line of a page that the slide names, or the slide’s workings lead to it', () => {
  for (const slide of slides) {
    const cited = allLines.filter(({ page }) => slide.pages.includes(page));
    const texts = [...cited, ...fileTexts(slide).workings.map(({ shown }) => ({ text: shown }))];
    const known = texts.flatMap(({ text }) => figuresIn(text));
    for (const text of textsOf(slide)) {
      for (const { value, unit } of figuresIn(text)) {
        // A chart names its unit beside it: percent, or thousand units.
        const isKnown = known.some(
          (one) =>
            (one.value === value && (!unit || one.unit === unit)) ||
            (!unit && one.value === value * 1000),
        );
        expect(isKnown, `${value}${unit} on slide ${slide.number}: ${text}`).toBe(true);
      }
    }
  }
});

it('each working is computed of numbers in the cited lines, earlier results and constants, and gives the number shown', () => {
  for (const slide of slides) {
    const cited = allLines.filter(({ page }) => slide.pages.includes(page));
    // Counts of hubs and of months in a year, and percent.
    const known = new Set([1, 2, 5, 9, 10, 12, 100]);
    for (const { text } of cited) for (const value of numbersIn(text)) known.add(value);
    for (const { shown, sum, result } of fileTexts(slide).workings) {
      for (const value of numbersIn(sum)) {
        expect(known.has(value), `${value} in ${sum} on slide ${slide.number}`).toBe(true);
      }
      expect(rounded(computed(sum), decimalsOf(result)), sum).toBe(result);
      const [number] = numbersIn(shown);
      if (shown.startsWith('month')) expect(number).toBe(Math.ceil(computed(sum)));
      else if (number !== undefined) expect(Math.abs(result), shown).toBe(number);
      known.add(Math.abs(result));
    }
  }
});

it('the numbers of the charts agree with the lines of the statement of work', () => {
  const units = `${lines.unitsAbove.text} ${lines.unitsBelow.text}`;
  for (const { name, gap, units: handled } of hubs) {
    expect(lines.shares.text).toContain(`${name} ${gap}%`);
    expect(units).toMatch(new RegExp(`${name}[^,.]* ${handled.toLocaleString('en')}`));
  }
  expect(hubs.reduce((total, hub) => total + hub.units, 0)).toBe(volume);
  expect(hubs.reduce((total, hub) => total + hub.gap, 0)).toBe(100);
  expect(lines.capacity.text).toContain(`${capacity.toLocaleString('en')} units a day`);
  expect(lines.capacity.text).toContain(`${volume.toLocaleString('en')} a day`);
  expect(lines.index.text).toContain(`network cost ${index.cost.slice(1).join(', then ')}`);
  expect(lines.index.text).toContain(`volume ${index.volume.slice(1).join(', then ')}`);
  for (const region of cover.regions) {
    expect(lines.routingTest.text).toContain(`${region.name} ${region.cover}%`);
    expect(region.cover).toBeGreaterThan(cover.floor);
    expect(lines.testedHubs.text).toContain(region.stays);
    const own = hubs.filter(({ name }) => name.startsWith(region.name));
    expect(own).toHaveLength(region.before);
    expect(own.filter(({ closes }) => !closes)).toHaveLength(region.after);
  }
  const [first, ...changes] = margin.map(({ value }) => value);
  const last = changes.pop();
  const reached = changes.reduce((total, value) => total + value, first ?? 0);
  expect(rounded(reached, 1)).toBe(last);
  const shareOf = (...names: string[]) =>
    hubs.reduce((total, { name, gap }) => total + (names.includes(name) ? gap : 0), 0);
  const closing = hubs.filter(({ closes }) => closes).map(({ name }) => name);
  expect(lines.fourHubs.text).toContain(`account for ${shareOf(...closing)}% of the gap`);
  const north = shareOf('North 1', 'North 2');
  const points = rounded((north / 100) * rounded((last ?? 0) - (first ?? 0), 1), 1);
  expect(lines.sevenHubs.text).toContain(`+${points} points (${north}% of 4.2)`);
  const bridged = margin.filter(({ kind }) => kind !== 'total').map(({ value }) => Math.abs(value));
  expect(numbersIn(lines.bridge.text)).toEqual(bridged);
  expect(numbersIn(lines.payback.text.replaceAll(/FY\d\d/g, ''))).toEqual([9, 3, 8.5, 12.6]);
});

it('the cumulative cash, the month of payback and the order of the closures follow from the lines', () => {
  expect(cumulativeCash.map(({ value }) => value)).toEqual([0, -6, 2.5, 15.1]);
  expect(Math.ceil(breakEvenMonth)).toBe(21);
  expect(moves.map(({ units, share }) => [units, share])).toEqual([
    [7000, 7.3],
    [8000, 8.3],
    [9000, 9.4],
  ]);
  for (const { share } of moves) expect(share).toBeLessThanOrEqual(closures.limit);
  const closing = hubs.filter(({ closes }) => closes).map(({ name }) => name);
  expect(closures.hubs.map(({ name }) => name)).toEqual(closing);
  expect(hubs.every(({ closes, units }) => !closes || units < capacity / 2)).toBe(true);
  expect(closing.every((name) => lines.fourHubs.text.includes(name))).toBe(true);
});

it('the options of slide 8 state the margins and costs of the statement of work', () => {
  const [nine, seven, five] = options;
  expect(lines.baseline.text).toContain(`margin ${nine.margin} in FY25, target ${five.margin}`);
  expect(lines.sevenHubs.text).toContain(seven.cost);
  expect(seven.margin).toBe(`${(6.1 + 1.9).toFixed(1)}%`);
  expect(lines.payback.text).toContain(`One-off cost ${five.cost}`);
});
