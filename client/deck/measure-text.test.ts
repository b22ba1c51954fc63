import { describe, expect, it } from 'vitest';
import { textWidth } from './measure-text.ts';

describe('textWidth', () => {
  it('letters of equal widths count as wide as their stand-in where the stand-in is wider, as in bold', () => {
    const mono = { typeface: 'Lucida Console', isBold: true };
    expect(textWidth('Recommended', 10, mono)).toBe(
      textWidth('Recommended', 10, { typeface: 'Unknown', isBold: true }),
    );
    expect(textWidth('Illicit', 10, mono)).toBeCloseTo(7 * 6.1);
  });
});
