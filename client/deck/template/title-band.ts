import type { Box } from '../description.ts';
import type { SmallPicture } from '../picture.ts';
import type { ColorScheme } from './color.ts';
import { type Layer, samplesOf } from './ground.ts';
import { chooseInk, textContrast } from './palette/ink.ts';
import { readability } from './palette/salience.ts';
import { average, distance } from './rgb.ts';

/** Finds the band of a background picture on which titles stand, because no line of text may cross a band's edge. */

/** The points at which the title's box is sampled. */
const grid = { columns: 16, rows: 12 };
/** Two rows whose mean colours differ by more than this, in OKLab, are parts of different bands. */
const edge = 0.15;

/** Divides rows of colours into bands. */
function bandsOf(rows: readonly (readonly string[])[]): string[][][] {
  const bands: string[][][] = [];
  let before: string | undefined;
  for (const row of rows) {
    const mean = average(row);
    if (before === undefined || distance(mean, before) > edge) bands.push([]);
    bands.at(-1)?.push([...row]);
    before = mean;
  }
  return bands;
}

/**
 * Returns the part of a title's box in the highest band of a picture, where a band without readable text counts as lower.
 * Returns the whole box where there is no picture, or no edge.
 */
export function titleBand(
  box: Box,
  layers: readonly Layer[],
  pictures: ReadonlyMap<number, SmallPicture>,
  scheme: ColorScheme,
): Box {
  if (layers.every(({ paint }) => paint.kind !== 'picture')) return box;
  const { colors } = samplesOf(box, layers, pictures, grid);
  const { columns } = grid;
  const rows = Array.from({ length: grid.rows }, (_, at) =>
    colors.slice(at * columns, (at + 1) * columns),
  );
  let [top, best, most] = [0, box, 0];
  for (const band of bandsOf(rows)) {
    const under = band.flat();
    const ink = chooseInk(undefined, scheme, under);
    const worth = band.length * Math.min(1, readability(ink.hex, under) / textContrast);
    const rowHeight = box.height / grid.rows;
    // Of two equal bands, the lower is nearer to the content.
    if (worth >= most) {
      best = { ...box, y: box.y + top * rowHeight, height: band.length * rowHeight };
      most = worth;
    }
    top += band.length;
  }
  return best;
}
