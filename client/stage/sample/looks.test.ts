import { describe, expect, it } from 'vitest';
import { type Color, colors } from '../../../shared/colors.ts';
import { contrast } from '../../deck/template/rgb.ts';
import { looks, type Palette } from './looks.ts';

/** Returns a colour of the site in a colour scheme. A colour without a dark form is the same in both. */
const inScheme = (name: Color, scheme: 0 | 1): string => {
  const value: readonly string[] = [colors[name]].flat();
  return value[scheme] ?? value[0] ?? '';
};

/** Returns the first look in the window, which is made of the site's own colours (looks/looks.css). */
const ours = (scheme: 0 | 1): Palette => ({
  paper: inScheme('slide', scheme),
  ink: inScheme('slide-ink', scheme),
  ink2: inScheme('slide-ink-2', scheme),
  mid: inScheme('slide-mid', scheme),
  light: inScheme('slide-light', scheme),
  key: inScheme('marker', scheme),
  onKey: inScheme('on-marker', scheme),
});

const palettes: readonly (readonly [string, Palette])[] = [
  ...looks.map(({ name, palette }) => [`${name} in the file`, palette] as const),
  ['Ours in the light theme', ours(0)],
  ['Ours in the dark theme', ours(1)],
];

describe.each(palettes)('%s', (_, { paper, ink, ink2, mid, key, onKey }) => {
  it('text has a contrast of at least 4.5:1 on paper, and on the key colour', () => {
    expect(contrast(ink, paper)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(ink2, paper)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(onKey, key)).toBeGreaterThanOrEqual(4.5);
  });

  it('bars of second rank, and the edge around what the key colour fills, have a contrast of at least 3:1', () => {
    expect(contrast(mid, paper)).toBeGreaterThanOrEqual(3);
    expect(contrast(ink, paper)).toBeGreaterThanOrEqual(3);
  });
});
