import type { Box } from '../description.ts';
import { find } from '../package/xml.ts';
import { polygonsOf } from './coverage.ts';
import { grown } from './free-area.ts';
import { pathOf } from './geometry.ts';
import type { PlacedShape } from './shape-tree.ts';

/** Finds where the lines of a shape without a fill are. */

/** Half the width of a line with the space beside it, in shares of the slide. */
const reach = 0.004;
/** A line that leaves its row and its column by more than this share of the slide is slanted. */
const straight = 0.005;
/** A slanted line counts as boxes of this size, in shares of the slide. */
const piece = 0.05;

/**
 * Returns thin boxes along the lines of a shape.
 * @param isStrong whether slanted lines and curves count. In a faint colour they are ornaments, on which one can write.
 */
export function strokesOf(shape: PlacedShape & { box: Box }, isStrong: boolean): Box[] {
  const { element, box, rotation, flipX, flipY } = shape;
  const isTurned = Math.abs(rotation % 90) > 1;
  const isThin = Math.min(box.width, box.height) < 0.01;
  if (isThin) return isTurned ? [] : [grown(box, reach, reach)];
  if (isTurned || rotation % 180 !== 0) return [];
  const path = pathOf(find(element, 'spPr'), { width: box.width, height: box.height }) ?? '';
  if (/[ACQ]/.test(path) && !isStrong) return [];
  const isReversed = rotation % 360 !== 0;
  return (polygonsOf(path) ?? []).flatMap((polygon) => {
    const points = polygon.map(([x, y]) => ({
      x: box.x + box.width * (flipX !== isReversed ? 1 - x : x),
      y: box.y + box.height * (flipY !== isReversed ? 1 - y : y),
    }));
    if (path.endsWith('Z')) points.push(...points.slice(0, 1));
    return points.slice(1).flatMap((to, at) => {
      const from = points[at] ?? to;
      const [across, down] = [to.x - from.x, to.y - from.y];
      const isSlanted = Math.min(Math.abs(across), Math.abs(down)) > straight;
      if (isSlanted && !isStrong) return [];
      const pieces = isSlanted ? Math.ceil(Math.max(Math.abs(across), Math.abs(down)) / piece) : 1;
      const [width, height] = [Math.abs(across) / pieces, Math.abs(down) / pieces];
      return Array.from({ length: pieces }, (_, index) => {
        const x = from.x + (across * (index + 0.5)) / pieces - width / 2;
        const y = from.y + (down * (index + 0.5)) / pieces - height / 2;
        return grown({ x, y, width, height }, reach, reach);
      });
    });
  });
}
