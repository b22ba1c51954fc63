import type { SmallPicture } from '../../picture.ts';
import type { ColorScheme } from '../color.ts';
import { areaOf, intersection, slideBox } from '../free-area.ts';
import { type Layer, samplesOf } from '../ground.ts';
import { average, chroma, hueDistance } from '../rgb.ts';
import { accentsOf, type Tone } from './tone.ts';

/** Finds the colour of a firm's logo. */

/** The first two accents of the themes with which PowerPoint, LibreOffice and Google Slides begin. No firm chose them. */
const usualAccents = new Set([
  '#4f81bd #c0504d',
  '#5b9bd5 #ed7d31',
  '#4472c4 #ed7d31',
  '#156082 #e97132',
  '#bbe0e3 #333399',
  '#18a303 #0369a3',
  '#4285f4 #212121',
]);

/** A picture that covers more of the slide is no logo. */
const largest = 0.1;
/** The smallest of more pictures are left out, because a file may have thousands. */
const mostLogos = 8;
/** The points at which a logo is sampled. */
const grid = { columns: 32, rows: 24 };
/** Colours with less chroma are greys, or the edges of letters. */
const bright = 0.08;
/** Colours within so many degrees of hue are one colour. */
const sameHue = 20;
/** A logo has a colour of its own if so much of what is bright in it has one hue. */
const leastShare = 0.6;

/**
 * Returns the colour of the logos on a slide, if the scheme's accents are those with which every new file begins.
 * @param layers the pieces of master and layout. @param pictures the pictures in small, by their numbers.
 */
export function logoTone(
  scheme: ColorScheme,
  layers: readonly Layer[],
  pictures: ReadonlyMap<number, SmallPicture>,
): Tone | undefined {
  const [first, second] = accentsOf(scheme);
  if (!usualAccents.has(`${first?.hex} ${second?.hex}`)) return;
  const logos = layers
    .filter(({ paint }) => paint.kind === 'picture')
    .map((layer) => ({ layer, box: intersection(layer.box, slideBox) }))
    .filter(({ box }) => areaOf(box) > 0 && areaOf(box) <= largest)
    .toSorted((one, other) => areaOf(other.box) - areaOf(one.box));
  const points = logos.slice(0, mostLogos).flatMap(({ layer, box }) =>
    samplesOf(box, [layer], pictures, grid)
      .colors.filter((hex) => chroma(hex) >= bright)
      .map((hex) => ({ hex, weight: areaOf(box) })),
  );
  const sum = (some: typeof points) => some.reduce((total, { weight }) => total + weight, 0);
  const near = (hex: string) => points.filter((point) => hueDistance(point.hex, hex) <= sameHue);
  const brightest = points
    .toSorted((one, other) => chroma(other.hex) - chroma(one.hex))
    .map(({ hex }) => hex);
  const [hex] = brightest;
  if (!hex || sum(near(hex)) < sum(points) * leastShare) return;
  // The brightest tenth, because the edges of letters are mixed with the ground.
  const ofHue = brightest.filter((other) => hueDistance(other, hex) <= sameHue);
  const tone = average(ofHue.slice(0, Math.ceil(ofHue.length / 10)));
  return { xml: `<a:srgbClr val="${tone.slice(1).toUpperCase()}"/>`, hex: tone };
}
