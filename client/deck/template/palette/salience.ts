import { contrast, labOf } from '../rgb.ts';

/** Measures how well a colour is seen on the colours of a ground. */

/** Returns the value below which 4 percent of the points of a ground lie. */
function low(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.04)] ?? 0;
}

/** Returns the contrast of a text with the colours under it. */
export const readability = (hex: string, ground: readonly string[]) =>
  low(ground.map((under) => contrast(hex, under)));

/** How much more a difference of hue or colourfulness draws the eye than the same difference of lightness. */
const colorWeight = 2.5;

/** Returns the distance in OKLab between a colour and the colours of a ground. */
const difference = (
  hex: string,
  ground: readonly string[],
  weights: { lightness: number; color: number },
): number => {
  const [lightness, a, b] = labOf(hex);
  const distances = [...new Set(ground)].map((under) => {
    const [otherLightness, otherA, otherB] = labOf(under);
    return Math.hypot(
      weights.lightness * (lightness - otherLightness),
      weights.color * (a - otherA),
      weights.color * (b - otherB),
    );
  });
  return low(distances);
};

/**
 * Returns how much a fill stands out on a ground: its distance from the colours under it, in which colour weighs more than
 * lightness. A bright yellow bar among grey ones is what a reader sees first.
 */
export const salience = (hex: string, ground: readonly string[]): number =>
  difference(hex, ground, { lightness: 1, color: colorWeight });

/** Returns how much a fill stands out by its colour alone. Cyan bars are louder than navy ones, although navy is darker. */
export const colorSalience = (hex: string, ground: readonly string[]): number =>
  difference(hex, ground, { lightness: 0, color: 1 });
