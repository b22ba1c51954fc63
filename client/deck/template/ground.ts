import type { Box, Color, Paint } from '../description.ts';
import type { SmallPicture } from '../picture.ts';
import { coverageOf, type Locate } from './coverage.ts';
import { pointsOf } from './free-area.ts';
import type { FurniturePiece } from './furniture.ts';
import { recoloring } from './recolor.ts';
import { distance, hexOf, mix } from './rgb.ts';

/** Finds out which colours lie under the content. */

/** The colours of the ground under a text or an exhibit. */
export interface Ground {
  /** At the points of a grid, row by row. */
  colors: readonly string[];
  /** True if a picture that could not be decoded is seen at one of the points. */
  isUnknown: boolean;
}

/** The points at which a ground is sampled, row by row. */
const [columns, rows] = [12, 8];

type Sample = Color | 'unknown' | undefined;

function ofGradient(
  paint: Extract<Paint, { kind: 'gradient' }>,
  x: number,
  y: number,
): Color | undefined {
  const angle = (paint.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const { center } = paint;
  const farthest = Math.hypot(Math.max(center.x, 1 - center.x), Math.max(center.y, 1 - center.y));
  const along =
    paint.shape === 'radial'
      ? Math.hypot(x - center.x, y - center.y) / farthest
      : 0.5 + ((x - 0.5) * cos + (y - 0.5) * sin) / (Math.abs(cos) + Math.abs(sin));
  const { stops } = paint;
  const after = stops.findIndex(({ at }) => at >= along);
  const next = stops[after < 0 ? stops.length - 1 : after];
  const before = stops[Math.max(0, (after < 0 ? stops.length : after) - 1)];
  if (!next || !before) return;
  const share =
    next.at > before.at ? Math.min(1, Math.max(0, (along - before.at) / (next.at - before.at))) : 0;
  return {
    hex: mix(before.color.hex, next.color.hex, share),
    opacity: before.color.opacity * (1 - share) + next.color.opacity * share,
  };
}

function ofPicture(
  paint: Extract<Paint, { kind: 'picture' }>,
  picture: SmallPicture | undefined,
  x: number,
  y: number,
): Sample {
  if (!picture) return 'unknown';
  const { crop } = paint;
  const across = crop.left + x * (1 - crop.left - crop.right);
  const down = crop.top + y * (1 - crop.top - crop.bottom);
  const column = Math.min(picture.width - 1, Math.max(0, Math.floor(across * picture.width)));
  const row = Math.min(picture.height - 1, Math.max(0, Math.floor(down * picture.height)));
  const at = (row * picture.width + column) * 4;
  const [red = 0, green = 0, blue = 0, alpha = 255] = [0, 1, 2, 3].map(
    (offset) => picture.data[at + offset],
  );
  const rgb = [red / 255, green / 255, blue / 255] as const;
  const { recolor } = paint;
  return {
    hex: hexOf(recolor ? recoloring(recolor)(rgb) : rgb),
    opacity: (alpha / 255) * paint.opacity,
  };
}

function sample(
  paint: Paint,
  pictures: ReadonlyMap<number, SmallPicture>,
  x: number,
  y: number,
): Sample {
  if (paint.kind === 'solid') return paint.color;
  if (paint.kind === 'gradient') return ofGradient(paint, x, y);
  if (paint.kind === 'picture') return ofPicture(paint, pictures.get(paint.picture), x, y);
  return;
}

/** A paint with its box in shares of the slide, and the place of a point in it where it does not cover its box. */
export interface Layer {
  paint: Paint;
  box: Box;
  locate?: Locate | undefined;
}

const inBox =
  (box: Box): Locate =>
  (x, y) => {
    const [across, down] = [(x - box.x) / box.width, (y - box.y) / box.height];
    return across < 0 || across > 1 || down < 0 || down > 1 ? undefined : [across, down];
  };

/** What lies at the points of a grid over an area. */
export interface Samples extends Ground {
  /** True where a picture is the last thing that covers the point. */
  isPicture: readonly boolean[];
}

/**
 * Returns the colours at the points of a grid over an area, row by row.
 * @param layers the background and the pieces over it, from back to front.
 */
export function samplesOf(
  area: Box,
  layers: readonly Layer[],
  pictures: ReadonlyMap<number, SmallPicture>,
  grid = { columns, rows },
): Samples {
  const colors: string[] = [];
  const isPicture: boolean[] = [];
  let isUnknown = false;
  for (const [x, y] of pointsOf(area, grid)) {
    let color = '#ffffff';
    let isOfPicture = false;
    let isUnknownHere = false;
    for (const { paint, box, locate = inBox(box) } of layers) {
      const place = locate(x, y);
      const found = place && sample(paint, pictures, ...place);
      if (found === 'unknown') isUnknownHere = true;
      else if (found && found.opacity > 0) {
        color = mix(color, found.hex, found.opacity);
        isOfPicture = paint.kind === 'picture';
        // An opaque fill hides what lies below.
        if (found.opacity >= 1) isUnknownHere = false;
      }
    }
    if (isUnknownHere) isUnknown = true;
    colors.push(color);
    isPicture.push(isOfPicture);
  }
  return { colors, isPicture, isUnknown };
}

/** Returns how much neighbouring points of a ground differ on average, in OKLab: little on a gradient, much on a pattern. */
export function unrestOf({ colors }: Ground): number {
  let sum = 0;
  let pairs = 0;
  for (const [at, color] of colors.entries()) {
    const next = colors[at + 1];
    if (next === undefined || (at + 1) % columns === 0) continue;
    sum += distance(color, next);
    pairs += 1;
  }
  return pairs > 0 ? sum / pairs : 0;
}

/** Text on a pattern with more unrest than this is hard to read in any colour. */
const mostUnrest = 0.065;

/** Says whether a text stands on a pattern that makes it hard to read in any colour. */
export const isRestless = (ground: Ground): boolean => unrestOf(ground) > mostUnrest;

/** Returns the layers of pieces, from back to front. @param ratio the slide's width over its height. */
export const layersOf = (pieces: readonly FurniturePiece[], ratio: number): Layer[] =>
  pieces.map(({ fill, shape }) => ({
    paint: fill,
    box: shape.box,
    locate: coverageOf(shape, ratio),
  }));
