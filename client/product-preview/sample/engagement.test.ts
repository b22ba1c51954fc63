import { expect, it } from 'vitest';
import {
  hubs,
  margin,
  markedTitles,
  rewrites,
  scope,
  slide,
  storyline,
  titles,
} from './engagement.ts';

const sum = (values: readonly number[]) =>
  Math.round(values.reduce((total, value) => total + value, 0) * 10) / 10;
const closing = hubs.filter(({ closes }) => closes);
const phrases = scope.flatMap(({ text }) => text.filter((part) => typeof part !== 'string'));

it('the sample’s figures bridge the margin: what changes leads from the first total to the last', () => {
  const [first, ...changes] = margin.map(({ value }) => value);
  const last = changes.pop();
  expect(sum([first ?? 0, ...changes])).toBe(last);
  expect(slide.chart.bracket).toBe(`+${sum(changes)} points`);
});

it('the sample’s figures stand on the page of the statement of work that is shown', () => {
  const baseline = phrases.find(({ title }) => title === slide.number)?.phrase;
  expect(baseline).toContain(`margin ${margin[0].value}% in FY25`);
  expect(baseline).toContain(`target ${margin[margin.length - 1]?.value}% by FY28`);
});

it('the sample’s figures say that closing hubs pays for linehaul almost three times over', () => {
  const value = (short: string) => margin.find((step) => step.short === short)?.value ?? 0;
  expect(value('Hub cost') / -value('Line\u00adhaul')).toBeGreaterThan(2.75);
  expect(value('Hub cost') / -value('Line\u00adhaul')).toBeLessThan(3);
});

it('the sample’s hubs explain the whole margin gap, most of it by the four of nine that close, and what stays covers every region', () => {
  expect([hubs.length, closing.length]).toEqual([9, 4]);
  const kept = hubs.filter((hub) => !hub.closes).map(({ name }) => name.split(' ')[0]);
  expect(kept.toSorted()).toEqual(['Centre', 'Centre', 'North', 'South', 'South']);
  expect(sum(hubs.map(({ gap }) => gap))).toBe(100);
  expect(sum(closing.map(({ gap }) => gap))).toBeGreaterThan(50);
});

it('the storyline has every title once, and rests it on one phrase of the statement of work', () => {
  expect(storyline.flatMap((part) => part.titles)).toEqual(titles);
  expect(new Set(titles.map(({ title }) => title)).size).toBe(8);
  expect(phrases.map(({ title }) => title).toSorted((a, b) => a - b)).toEqual(
    titles.map(({ number }) => number),
  );
  expect(markedTitles.every((number) => titles[number - 1])).toBe(true);
});

it('the storyline marks one phrase of each wording of title 4', () => {
  for (const { title, short } of rewrites) {
    expect(title.split('*')).toHaveLength(3);
    expect(short.split('*')).toHaveLength(3);
  }
  expect(titles[slide.number - 1]?.title).toBe(rewrites[0].title);
});
