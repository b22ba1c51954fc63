import type { SmallPicture } from '../../picture.ts';
import type { ColorScheme } from '../color.ts';
import { areaOf, intersection, slideBox } from '../free-area.ts';
import { type Layer, samplesOf } from '../ground.ts';
import { average, chroma, hueDistance } from '../rgb.ts';
import { accentsOf, type Tone } from './tone.ts';

/** Finds the colour of the pictures that a slide shows: a logo, a band, or a background with both. */

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

/** The smallest of more pictures are left out, because a file may have thousands. */
const mostPictures = 8;
/** The points at which a picture is sampled. */
const grid = { columns: 32, rows: 24 };
/** Colours with less chroma are greys, or the edges of letters. */
const bright = 0.08;
/** Colours within so many degrees of hue are one colour. */
const sameHue = 20;
/** The pictures have one colour if this share of their bright points has one hue. */
const leastShare = 0.6;

/**
 * Returns the one colour of the pictures on a slide, if the scheme's accents are those with which every new file begins.
 * @param layers what the slide shows, from back to front. @param pictures the pictures in small, by their numbers.
 */
export function pictureTone(
  scheme: ColorScheme,
  layers: readonly Layer[],
  pictures: ReadonlyMap<number, SmallPicture>,
): Tone | undefined {
  const [first, second] = accentsOf(scheme);
  if (!usualAccents.has(`${first?.hex} ${second?.hex}`)) return;
  const shown = layers
    .filter(({ paint }) => paint.kind === 'picture')
    .map((layer) => ({ layer, box: intersection(layer.box, slideBox) }))
    .filter(({ box }) => areaOf(box) > 0)
    .toSorted((one, other) => areaOf(other.box) - areaOf(one.box));
  const points = shown
    .slice(0, mostPictures)
    .flatMap(({ layer, box }) =>
      samplesOf(box, [layer], pictures, grid).colors.map((hex) => ({
        hex,
        brightness: chroma(hex),
        weight: areaOf(box),
      })),
    )
    .filter(({ brightness }) => brightness >= bright)
    .toSorted((one, other) => other.brightness - one.brightness);
  const [brightest] = points;
  if (!brightest) return;
  const ofHue = points.filter(({ hex }) => hueDistance(hex, brightest.hex) <= sameHue);
  const sum = (some: typeof points) => some.reduce((total, { weight }) => total + weight, 0);
  if (sum(ofHue) < sum(points) * leastShare) return;
  // The brightest tenth, because the edges of letters are mixed with the ground.
  const tone = average(ofHue.slice(0, Math.ceil(ofHue.length / 10)).map(({ hex }) => hex));
  return { xml: `<a:srgbClr val="${tone.slice(1).toUpperCase()}"/>`, hex: tone };
}
