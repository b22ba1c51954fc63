import { expect, it, vi } from 'vitest';
import type { Described } from '../reader/messages.ts';
import { titleFactors } from './title-factors.ts';

/** Half of the size for each letter. */
vi.mock('./text-width.ts', () => ({
  textWidth: (text: string, font: string) => (text.length * Number(/(\d+)px/.exec(font)?.[1])) / 2,
}));

const described = {
  width: 960,
  height: 540,
  title: { typeface: 'Arial', lineSpacing: 1, inside: { x: 0, y: 0, width: 0.5, height: 0.2 } },
} as Described;
const fitted = (text: string) => ({ text, size: 20, lines: [text] });

it('a title whose typeface is wider on the device becomes smaller, until its longest line fits the place', () => {
  expect(titleFactors(described, fitted('a'.repeat(60)))).toEqual({ small: 0.8, other: 0.8 });
});

it('on a small slide, a title becomes at most 36 percent larger', () => {
  expect(titleFactors(described, fitted('a'.repeat(10)))).toEqual({ small: 1.36, other: 1 });
});
