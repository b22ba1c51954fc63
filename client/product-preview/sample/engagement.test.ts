import { expect, it } from 'vitest';
import * as sample from './engagement.ts';

const sum = (values: readonly number[]) =>
  Math.round(values.reduce((total, value) => total + value, 0) * 10) / 10;
const closing = sample.hubs.filter(({ closes }) => closes);
const phrases = sample.scope.flatMap(({ text }) => text.filter((part) => typeof part !== 'string'));

it('the sample’s figures bridge the margin: what changes leads from the first total to the last', () => {
  const [first, ...changes] = sample.margin.map(({ value }) => value);
  const last = changes.pop();
  expect(sum([first ?? 0, ...changes])).toBe(last);
  expect(sample.slide.chart.bracket).toBe(`+${sum(changes)} points`);
});

it('the sample’s figures stand on the page of the statement of work that is shown', () => {
  const baseline = phrases.find(({ title }) => title === sample.slide.number)?.phrase;
  expect(baseline).toContain(`margin ${sample.margin[0].value}% in FY25`);
  expect(baseline).toContain(`target ${sample.margin[sample.margin.length - 1]?.value}% by FY28`);
});

it('the sample’s hubs explain the whole margin gap, most of it by the four of nine that close, and what stays covers every region', () => {
  expect([sample.hubs.length, closing.length]).toEqual([9, 4]);
  const kept = sample.hubs.filter((hub) => !hub.closes).map(({ name }) => name.split(' ')[0]);
  expect(kept.toSorted()).toEqual(['Centre', 'Centre', 'North', 'South', 'South']);
  expect(sum(sample.hubs.map(({ gap }) => gap))).toBe(100);
  expect(sum(closing.map(({ gap }) => gap))).toBeGreaterThan(50);
});
