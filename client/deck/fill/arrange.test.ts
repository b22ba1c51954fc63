import { describe, expect, it } from 'vitest';
import { split } from './arrange.ts';

describe('split', () => {
  it('leaves out the so-what where the exhibit beside it is narrower than 32 times the text, because labels would break', () => {
    const room = (width: number) => split({ x: 0, y: 0, width, height: 140 }, 10, true, 140);
    expect(room(430)).toEqual({ exhibit: { x: 0, y: 0, width: 430, height: 140 }, side: null });
    expect(room(490).side?.width).toBeGreaterThan(120);
  });
});
