import type { Box } from '../description.ts';
import { find } from '../package/xml.ts';
import { grown } from './free-area.ts';
import { pathOf } from './geometry.ts';
import type { PlacedShape } from './shape-tree.ts';

/** Finds where the lines of a shape without a fill are. */

/** Half the width of a line with the space beside it, in shares of the slide. */
const reach = 0.004;

/** Returns a thin box for each straight and upright or level line of a shape. Slanted lines and curves are no obstacles. */
export function strokesOf(shape: PlacedShape & { box: Box }): Box[] {
  const { element, box, rotation, flipX, flipY } = shape;
  const isTurned = Math.abs(rotation % 90) > 1;
  const isThin = Math.min(box.width, box.height) < 0.01;
  if (isThin) return isTurned ? [] : [grown(box, reach, reach)];
  if (element.local === 'cxnSp' || isTurned || rotation % 180 !== 0) return [];
  const path = pathOf(find(element, 'spPr'), { width: box.width, height: box.height });
  if (!path || /[ACQ]/.test(path)) return [];
  const points = Array.from(path.matchAll(/([\d.]+) ([\d.]+)/g), ([, x, y]) => {
    const [across, down] = [Number(x), Number(y)];
    return {
      x: box.x + box.width * (flipX ? 1 - across : across),
      y: box.y + box.height * (flipY ? 1 - down : down),
    };
  });
  return points.slice(1).flatMap((point, at) => {
    const before = points[at] ?? point;
    const [width, height] = [Math.abs(point.x - before.x), Math.abs(point.y - before.y)];
    if (Math.min(width, height) > 0.005) return [];
    const [x, y] = [Math.min(point.x, before.x) - reach, Math.min(point.y, before.y) - reach];
    return [{ x, y, width: width + 2 * reach, height: height + 2 * reach }];
  });
}
