import type { Box } from '../description.ts';
import type { SmallPicture } from '../picture.ts';
import { areaOf, boxesOf, grown, largestFree } from './free-area.ts';
import { type Layer, samplesOf } from './ground.ts';
import { clearance } from './obstacles.ts';
import { average, distance } from './rgb.ts';

/** Finds what a picture shows under a text, as a logo that is a part of the background picture. */

/** The points at which an area is sampled, finer from top to bottom as the pictures are. */
const grid = { columns: 32, rows: 36 };
/** A colour at this distance from the common colour, in OKLab, is something that the picture shows. */
const different = 0.2;
/** Where more than this share of the area differs, the picture is a photograph or a pattern, and shows nothing in particular. */
const most = 0.4;
/** An area that would lose more than the rest of this share keeps its size. */
const leastShare = 0.7;

/** Returns the mean colour of the half that is nearest to the mean of all. */
function commonColor(colors: readonly string[]): string {
  const mean = average(colors);
  const away = colors.map((color) => distance(color, mean));
  const middle = away.toSorted((one, other) => one - other)[Math.floor(away.length / 2)] ?? 0;
  return average(colors.filter((_, at) => (away[at] ?? 0) <= middle));
}

/**
 * Returns the boxes in which pictures show something under an area; none for a photograph or a pattern. What a point shows
 * may reach up to the next point.
 */
export function busyParts(
  area: Box,
  layers: readonly Layer[],
  pictures: ReadonlyMap<number, SmallPicture>,
): Box[] {
  if (layers.every(({ paint }) => paint.kind !== 'picture')) return [];
  // The first and the last row of points lie on the area's edges, where a band may end.
  const around = grown(area, 0, clearance);
  const { colors, isPicture } = samplesOf(around, layers, pictures, grid);
  const common = commonColor(colors);
  const isBusy = colors.map((color, at) => isPicture[at] && distance(color, common) > different);
  if (isBusy.filter(Boolean).length > most * isBusy.length) return [];
  const [halfWidth, halfHeight] = [around.width / grid.columns / 2, around.height / grid.rows / 2];
  return boxesOf(around, grid, isBusy).map((box) => grown(box, halfWidth, halfHeight));
}

/** Returns the largest part of an area on which pictures show nothing; the whole area where that part is less than 70 percent. */
export function clearPart(area: Box, busy: readonly Box[]): Box {
  const free = largestFree(area, busy);
  return areaOf(free) >= areaOf(area) * leastShare ? free : area;
}
