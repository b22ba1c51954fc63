import { describe, expect, it } from 'vitest';
import { hatch } from './hatch.ts';

/** The lines of a hatch as [x1, y1, x2, y2]. */
const lines = (path: string) =>
  path
    .split('M')
    .slice(1)
    .map((line) => line.split(/[ L]/).map(Number));

describe('hatch', () => {
  it('stays inside its box', () => {
    for (const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] of lines(hatch(24, 244, 90, 117))) {
      expect(Math.min(x1, x2)).toBeGreaterThanOrEqual(24);
      expect(Math.max(x1, x2)).toBeLessThanOrEqual(244);
      expect(Math.min(y1, y2)).toBeGreaterThanOrEqual(90);
      expect(Math.max(y1, y2)).toBeLessThanOrEqual(117);
    }
  });

  it('rises to the right at 45°', () => {
    for (const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] of lines(hatch(0, 100, 0, 20))) {
      expect(x2 - x1).toBeGreaterThan(0);
      expect(x2 - x1).toBeCloseTo(y1 - y2);
    }
  });

  it('fills both ends of the box', () => {
    const all = lines(hatch(0, 100, 0, 20));
    expect(Math.min(...all.map(([x1 = 0]) => x1))).toBe(0);
    expect(Math.max(...all.map(([, , x2 = 0]) => x2))).toBe(100);
  });
});
