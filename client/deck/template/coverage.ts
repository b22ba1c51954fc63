import type { Box } from '../description.ts';
import { type Element, find } from '../package/xml.ts';
import { areaOf, boxesOf, type Grid, intersection, pointsOf, slideBox } from './free-area.ts';
import { pathOf } from './geometry.ts';
import { around, type PlacedShape } from './shape-tree.ts';

/** Finds out which part of its box a drawn shape covers, as a wave or an arrow covers little of its box. */

type Point = readonly [x: number, y: number];

/** Finds a point of the slide in a shape, in shares of the shape's box; undefined where the shape does not cover it. */
export type Locate = (x: number, y: number) => Point | undefined;

/** The points into which a curve is divided. An outline of more points counts as its box. */
const [curvePoints, mostPoints] = [6, 20_000];
/** No point of an outline in shares of its box is farther away. */
const farthest = 10;

/** Returns the point of a Bézier curve of any degree. */
function onCurve(points: readonly Point[], at: number): Point {
  if (points.length < 2) return points[0] ?? [0, 0];
  const next = points.slice(1).map(([x, y], index): Point => {
    const [fromX, fromY] = points[index] ?? [x, y];
    return [fromX + (x - fromX) * at, fromY + (y - fromY) * at];
  });
  return onCurve(next, at);
}

/** Returns the points of an arc of an SVG path. @param values radii, turn, which of the four arcs, end. */
function arcPoints([x, y]: Point, values: readonly number[]): Point[] {
  const [rx = 0, ry = 0, , isLarge = 0, isClockwise = 0, toX = 0, toY = 0] = values;
  const [halfX, halfY] = [(x - toX) / 2, (y - toY) / 2];
  const apart = (halfX / rx) ** 2 + (halfY / ry) ** 2;
  const away = Math.sqrt(Math.max(0, 1 / apart - 1)) * (isLarge === isClockwise ? -1 : 1);
  const [fromX, fromY] = [away * rx * (halfY / ry), -away * ry * (halfX / rx)];
  const start = Math.atan2((halfY - fromY) / ry, (halfX - fromX) / rx);
  const end = Math.atan2((-halfY - fromY) / ry, (-halfX - fromX) / rx);
  const turn = Math.PI * 2;
  const swept = isClockwise ? (end - start + turn) % turn : -((start - end + turn) % turn);
  return Array.from({ length: 2 * curvePoints }, (_, at): Point => {
    const angle = start + (swept * (at + 1)) / (2 * curvePoints);
    return [
      (x + toX) / 2 + fromX + rx * Math.cos(angle),
      (y + toY) / 2 + fromY + ry * Math.sin(angle),
    ];
  });
}

/** Returns the polygons of a path; undefined for a path with too many points, or in English Metric Units. */
export function polygonsOf(path: string): Point[][] | undefined {
  const polygons: Point[][] = [];
  let count = 0;
  for (const [, letter = '', words = ''] of path.matchAll(/([MLCQAZ])([^MLCQAZ]*)/g)) {
    const values = words.trim().split(/\s+/).map(Number);
    if (values.some((value) => Math.abs(value) > farthest)) return;
    const points = Array.from(
      { length: Math.floor(values.length / 2) },
      (_, at): Point => [values[2 * at] ?? 0, values[2 * at + 1] ?? 0],
    );
    if (letter === 'M') polygons.push([]);
    const polygon = polygons.at(-1);
    const last = polygon?.at(-1);
    if (!polygon || letter === 'Z') continue;
    if (last && letter === 'A') polygon.push(...arcPoints(last, values));
    else if (last && (letter === 'C' || letter === 'Q')) {
      for (let step = 1; step <= curvePoints; step += 1)
        polygon.push(onCurve([last, ...points], step / curvePoints));
    } else polygon.push(...points);
    count += curvePoints;
    if (count > mostPoints) return;
  }
  return polygons;
}

/** Returns where the outlines of polygons cross a level line. */
function crossingsAt(polygons: readonly (readonly Point[])[], y: number): number[] {
  const crossings: number[] = [];
  for (const polygon of polygons) {
    // An index, because a drawing has thousands of points and is asked for hundreds of places.
    for (let at = 0; at < polygon.length; at += 1) {
      const one = polygon[at] as Point;
      const other = polygon[at > 0 ? at - 1 : polygon.length - 1] as Point;
      if (one[1] > y === other[1] > y) continue;
      crossings.push(one[0] + ((y - one[1]) / (other[1] - one[1])) * (other[0] - one[0]));
    }
  }
  return crossings;
}

/** Returns a test of points that says whether a point is inside polygons, by the even-odd rule. */
function insideOf(polygons: readonly (readonly Point[])[]) {
  let level = Number.NaN;
  let crossings: readonly number[] = [];
  return (x: number, y: number): boolean => {
    // Points are asked for row by row.
    if (y !== level) [level, crossings] = [y, crossingsAt(polygons, y)];
    return crossings.filter((crossing) => x < crossing).length % 2 === 1;
  };
}

/** The polygons of each shape, because each layout of a master asks for the shapes of the master. */
const outlines = new WeakMap<Element, Point[][] | undefined>();

/** Returns the polygons of a shape. @param size its width and height in heights of the slide. */
function outlineOf(
  element: Element,
  size: { width: number; height: number },
): Point[][] | undefined {
  if (outlines.has(element)) return outlines.get(element);
  const path = pathOf(find(element, 'spPr'), size);
  const polygons = path ? polygonsOf(path) : undefined;
  outlines.set(element, polygons);
  return polygons;
}

/** Says whether polygons are the whole box. */
const isBox = (polygons: readonly (readonly Point[])[]): boolean =>
  polygons.length === 1 && polygons[0]?.length === 4 && String(polygons[0]) === '0,0,1,0,1,1,0,1';

/**
 * Returns what a filled shape covers; undefined for a shape that counts as its box, as an upright rectangle or a picture.
 * @param ratio the slide's width over its height.
 */
export function coverageOf(shape: PlacedShape & { box: Box }, ratio: number): Locate | undefined {
  const { element, box, rotation, flipX, flipY } = shape;
  if (element.local !== 'sp') return;
  const size = { width: box.width * ratio, height: box.height };
  const polygons = outlineOf(element, size);
  if (!polygons || (isBox(polygons) && rotation % 180 === 0)) return;
  const isInside = insideOf(polygons);
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return (x, y) => {
    const [fromX, fromY] = [(x - box.x) * ratio - size.width / 2, y - box.y - size.height / 2];
    const across = (fromX * cos + fromY * sin) / size.width + 0.5;
    const down = (fromY * cos - fromX * sin) / size.height + 0.5;
    const point: Point = [flipX ? 1 - across : across, flipY ? 1 - down : down];
    return isInside(...point) ? point : undefined;
  };
}

/** Returns the least and the greatest of some values, and of 0 and 1. */
const spanOf = (values: readonly number[]): Point =>
  values.reduce(([from, to], value) => [Math.min(from, value), Math.max(to, value)], [0, 1]);

/**
 * Returns the upright box around a shape, and around what of its outline leaves its box, as the tip of a callout does.
 * @param ratio the slide's width over its height.
 */
export function extentOf(shape: PlacedShape & { box: Box }, ratio: number): Box {
  const { element, box, rotation, flipX, flipY } = shape;
  const size = { width: box.width * ratio, height: box.height };
  const points = element.local === 'sp' ? (outlineOf(element, size) ?? []).flat() : [];
  const [left, right] = spanOf(points.map(([x]) => (flipX ? 1 - x : x)));
  const [top, bottom] = spanOf(points.map(([, y]) => (flipY ? 1 - y : y)));
  // The file turns a shape around the middle of its box. The middle of the outline moves with it.
  const [across, down] = [
    ((left + right - 1) / 2) * size.width,
    ((top + bottom - 1) / 2) * size.height,
  ];
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const outline = {
    x: box.x + box.width * left + (across * cos - down * sin - across) / ratio,
    y: box.y + box.height * top + (across * sin + down * cos - down),
    width: box.width * (right - left),
    height: box.height * (bottom - top),
  };
  return around({ box: outline, rotation }, ratio);
}

/** The cells into which the box of a drawn shape is divided. */
const grid: Grid = { columns: 24, rows: 12 };
/** A shape in a smaller box, in shares of the slide, counts as its box, as does a shape that covers this share of it. */
const [leastBox, almostAll] = [0.02, 0.85];

/** The covered parts of each shape. Each layout of a master asks for the parts of the master’s shapes. */
const known = new WeakMap<Element, readonly Box[]>();

function partsOf(shape: PlacedShape & { box: Box }, ratio: number): readonly Box[] {
  const shown = intersection(extentOf(shape, ratio), slideBox);
  const locate = areaOf(shown) >= leastBox ? coverageOf(shape, ratio) : undefined;
  if (!locate) return [shown];
  const isCovered = pointsOf(shown, grid).map(([x, y]) => locate(x, y) !== undefined);
  const share = isCovered.filter(Boolean).length / isCovered.length;
  return share > almostAll ? [shown] : boxesOf(shown, grid, isCovered);
}

/** Returns the boxes of the slide that a shape covers. @param ratio the slide's width over its height. */
export function coveredParts(shape: PlacedShape & { box: Box }, ratio: number): readonly Box[] {
  const parts = known.get(shape.element) ?? partsOf(shape, ratio);
  known.set(shape.element, parts);
  return parts;
}
