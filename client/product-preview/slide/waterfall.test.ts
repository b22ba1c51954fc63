import { describe, expect, it } from 'vitest';
import { printed, type WaterfallStep, waterfall } from './waterfall.ts';

const steps: WaterfallStep[] = [
  { value: 6.1, kind: 'total' },
  { value: 2.6, kind: 'key' },
  { value: -0.9, kind: 'fall' },
  { value: 1.4, kind: 'rise' },
  { value: 1.1, kind: 'rise' },
  { value: 10.3, kind: 'total' },
];
const frame = { left: 10, pitch: 50, barWidth: 30, baseline: 100, scale: 10 };

describe('waterfall', () => {
  const bars = waterfall(steps, frame);

  it('stands totals on the axis', () => {
    for (const bar of [bars[0], bars[5]]) expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(100);
  });

  it('floats a rise upwards from the level before it', () => {
    expect(bars[1]).toMatchObject({ y: 13, height: 26, level: 13 });
  });

  it('hangs a fall down from the level before it', () => {
    expect(bars[2]).toMatchObject({ y: 13, height: 9, level: 22 });
  });

  it('arrives at the level of the closing total', () => {
    expect(bars[4]?.level).toBe(bars[5]?.y);
  });

  it('spaces the bars evenly and centres their labels', () => {
    expect(bars.map((bar) => bar.x)).toEqual([10, 60, 110, 160, 210, 260]);
    expect(bars[0]?.centre).toBe(25);
  });
});

describe('printed', () => {
  it('signs changes and leaves totals bare', () => {
    expect(steps.map(printed)).toEqual(['6.1', '+2.6', '−0.9', '+1.4', '+1.1', '10.3']);
  });
});
