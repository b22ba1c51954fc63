import type { Box } from '../description.ts';

/** Finds the largest free rectangle of a slide. Boxes are in shares of the slide. */

export const slideBox: Box = { x: 0, y: 0, width: 1, height: 1 };

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

/** Returns the parts of a box outside another: above, below, left and right of it. */
export function without(box: Box, other: Box): Box[] {
  const shared = intersection(box, other);
  if (areaOf(shared) === 0) return [box];
  const [right, bottom] = [shared.x + shared.width, shared.y + shared.height];
  const { y, height } = shared;
  return [
    { ...box, height: y - box.y },
    { ...box, y: bottom, height: box.y + box.height - bottom },
    { x: box.x, y, width: shared.x - box.x, height },
    { x: right, y, width: box.x + box.width - right, height },
  ].filter((part) => areaOf(part) > 1e-6);
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

/** A rectangle lower or narrower than this, in shares of the slide, is too flat or too narrow for an exhibit. */
const [goodHeight, goodWidth] = [0.45, 0.6];

/** Returns the worth of a rectangle: its size, or less where the rectangle is too flat or too narrow. */
export const worthOfArea = (box: Box): number =>
  areaOf(box) * Math.min(1, box.height / goodHeight) * Math.min(1, box.width / goodWidth);

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

/** The smallest of more obstacles are left out, because the time grows with the cube of their count. */
const mostObstacles = 60;

/** Returns the rectangle inside `base` that is worth most and touches no obstacle. */
export function largestFree(base: Box, obstacles: readonly Box[]): Box {
  const inside = obstacles
    .filter((box) => overlap(base, box) > 1e-6)
    .toSorted((one, other) => areaOf(other) - areaOf(one))
    .slice(0, mostObstacles);
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
        if (worthOfArea(box) > worthOfArea(best)) best = box;
      }
    }
  }
  return best;
}

/** The cells into which an area is divided. */
export interface Grid {
  columns: number;
  rows: number;
}

/** Returns the middles of the cells of an area, row by row. */
export const pointsOf = (area: Box, { columns, rows }: Grid): [x: number, y: number][] =>
  Array.from({ length: columns * rows }, (_, at) => [
    area.x + (area.width * ((at % columns) + 0.5)) / columns,
    area.y + (area.height * (Math.floor(at / columns) + 0.5)) / rows,
  ]);

/** Returns boxes around the marked cells of an area. @param isMarked row by row. */
export function boxesOf(
  area: Box,
  { columns, rows }: Grid,
  isMarked: readonly (boolean | undefined)[],
): Box[] {
  const [width, height] = [area.width / columns, area.height / rows];
  const boxes: Box[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const from = column;
      while (column < columns && isMarked[row * columns + column]) column += 1;
      if (column === from) continue;
      const run = {
        x: area.x + from * width,
        y: area.y + row * height,
        width: (column - from) * width,
        height,
      };
      const over = boxes.find(
        (box) =>
          box.x === run.x && box.width === run.width && box.y + box.height >= run.y - height / 2,
      );
      if (over) over.height += height;
      else boxes.push(run);
    }
  }
  return boxes;
}
