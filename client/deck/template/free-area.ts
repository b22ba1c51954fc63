import type { Box } from '../description.ts';

/** Finds the largest free rectangle of a slide. Boxes are in shares of the slide. */

export const overlap = (one: Box, other: Box): number => {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
};

export const areaOf = ({ width, height }: Box): number => Math.max(0, width) * Math.max(0, height);

export function intersection(one: Box, other: Box): Box {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(one.x + one.width, other.x + other.width) - x),
    height: Math.max(0, Math.min(one.y + one.height, other.y + other.height) - y),
  };
}

/** Returns the box around two boxes. */
export function union(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

export const grown = ({ x, y, width, height }: Box, byX: number, byY: number): Box => ({
  x: x - byX,
  y: y - byY,
  width: width + 2 * byX,
  height: height + 2 * byY,
});

/** Returns the worth of a rectangle: its size, or less where the rectangle is too flat or too narrow for an exhibit. */
const worth = (box: Box): number =>
  areaOf(box) * Math.min(1, box.height / 0.4) * Math.min(1, box.width / 0.55);

/** Returns the free spans of a line from `from` to `to`. */
function gaps(
  blocked: readonly (readonly [number, number])[],
  from: number,
  to: number,
): [number, number][] {
  const found: [number, number][] = [];
  let at = from;
  for (const [start, end] of blocked.toSorted((one, other) => one[0] - other[0])) {
    if (start > at) found.push([at, Math.min(start, to)]);
    at = Math.max(at, end);
  }
  if (at < to) found.push([at, to]);
  return found;
}

/** Returns the rectangle inside `base` that is worth most and touches no obstacle. */
export function largestFree(base: Box, obstacles: readonly Box[]): Box {
  const inside = obstacles.filter((box) => overlap(base, box) > 1e-6).slice(0, 60);
  const bottom = base.y + base.height;
  const edges = inside.flatMap(({ y, height }) => [y, y + height]);
  const ys = [...new Set([base.y, bottom, ...edges])]
    .filter((y) => y >= base.y && y <= bottom)
    .toSorted((a, b) => a - b);
  let best: Box = { x: base.x, y: base.y, width: 0, height: 0 };
  for (const [index, top] of ys.entries()) {
    for (const end of ys.slice(index + 1)) {
      const blocked = inside
        .filter(({ y, height }) => y < end - 1e-9 && y + height > top + 1e-9)
        .map(({ x, width }) => [x, x + width] as const);
      for (const [from, to] of gaps(blocked, base.x, base.x + base.width)) {
        const box = { x: from, y: top, width: to - from, height: end - top };
        if (worth(box) > worth(best)) best = box;
      }
    }
  }
  return best;
}
