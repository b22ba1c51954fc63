import { expect, it } from 'vitest';
import { printed, type WaterfallStep, waterfall } from './waterfall.ts';

const steps: WaterfallStep[] = [
  { value: 6.1, kind: 'total' },
  { value: 2.6, kind: 'key' },
  { value: -0.9, kind: 'fall' },
  { value: 1.4, kind: 'rise' },
  { value: 9.2, kind: 'total' },
];

it('the bar of a total begins at the axis, and the bar of a change at the level of the bar before it', () => {
  expect(waterfall(steps)).toMatchObject([
    { bottom: 0, top: 6.1, level: 6.1 },
    { bottom: 6.1, top: 8.7, level: 8.7 },
    { bottom: 7.8, top: 8.7, level: 7.8 },
    { bottom: 7.8, top: 9.2, level: 9.2 },
    { bottom: 0, top: 9.2, level: 9.2 },
  ]);
});

it('changes are printed with a sign, and totals without one', () => {
  expect(steps.map(printed)).toEqual(['6.1', '+2.6', '−0.9', '+1.4', '9.2']);
});
