import type { Box, Color, Paint } from '../description.ts';
import { coveredParts, extentOf } from './coverage.ts';
import { areaOf, grown, intersection, overlap, slideBox, without } from './free-area.ts';
import { type FurniturePiece, isOpaque, isVisible } from './furniture.ts';
import { distance, mix } from './rgb.ts';
import { around } from './shape-tree.ts';
import { strokesOf } from './strokes.ts';

/** Divides what master and layout draw into the ground under a text area and the obstacles in its way. */

/** A piece that covers this share of a text area is its ground, and no obstacle. */
const groundShare = 0.6;
/** A piece of this share of the slide is ground too, if the template's own body lies over this share of the piece. */
const [largePiece, underBody] = [0.08, 0.33];
/** Two colours nearer than this in OKLab look alike: a piece in almost the colour of the background is decoration. */
const lookAlike = 0.1;
/** Two colours nearer than this are a quiet pattern, on which one can write. */
const quietPattern = 0.25;
/** The distance of text and exhibits from obstacles, in shares of the slide. */
export const clearance = 0.012;

export interface SlideGround {
  /** Width over height. */
  ratio: number;
  background: Paint;
}

/** Returns the colour of a paint, of a gradient its most opaque colour; undefined for a picture and for no fill. */
export function mainColorOf(paint: Paint): { hex: string; opacity: number } | undefined {
  if (paint.kind === 'solid') return paint.color;
  if (paint.kind !== 'gradient') return;
  const strongest = paint.stops.toSorted(
    (one, other) => other.color.opacity - one.color.opacity,
  )[0];
  return strongest?.color;
}

/** Lists the colours of a fill; none of a picture. */
function colorsOf(paint: Paint): readonly Color[] {
  if (paint.kind === 'solid') return [paint.color];
  return paint.kind === 'gradient' ? paint.stops.map(({ color }) => color) : [];
}

/** Says whether each of some colours on the background looks like the background. */
function isPale(colors: readonly Color[], background: Paint, most = lookAlike): boolean {
  const under = mainColorOf(background);
  if (!under || colors.length === 0) return false;
  return colors.every(
    ({ hex, opacity }) => distance(mix(under.hex, hex, opacity), under.hex) < most,
  );
}

/** Says whether a piece is a slanted text across the slide, as "Draft", over which one writes. */
const isWatermark = ({ shape, fill, lines }: FurniturePiece): boolean =>
  lines.length > 0 && fill.kind === 'none' && Math.abs(shape.rotation % 90) > 1;

/** Returns the boxes in which a piece is in the way. Lines count as their strokes. */
function obstaclesOf(piece: FurniturePiece, { background, ratio }: SlideGround): readonly Box[] {
  const { shape, fill, outline, lines } = piece;
  const box = intersection(extentOf(shape, ratio), slideBox);
  if (isWatermark(piece)) return [];
  if (['pic', 'graphicFrame'].includes(shape.element.local) || lines.length > 0) return [box];
  const isFilled =
    fill.kind === 'picture' || (fill.kind !== 'none' && !isPale(colorsOf(fill), background));
  if (isFilled) return coveredParts(shape, ratio);
  if (!outline || isPale([outline.color], background)) return [];
  const isStrong = !isPale([outline.color], background, quietPattern);
  return strokesOf(shape, isStrong).map((stroke) => intersection(stroke, slideBox));
}

/** Says whether the template's own body lies over a piece, so that the piece is meant to be written on. */
function isGround(
  { shape, fill, lines }: FurniturePiece,
  box: Box,
  body: Box,
  { background, ratio }: SlideGround,
  isTemplatesBody: boolean,
): boolean {
  const isEmpty =
    fill.kind === 'none' && shape.element.local !== 'pic' && shape.element.local !== 'graphicFrame';
  if (isEmpty || lines.length > 0) return false;
  const parts = coveredParts(shape, ratio);
  const shared = parts.reduce((sum, part) => sum + overlap(part, body), 0);
  // A band in a strong colour is in the way, also where the body reaches over its edge.
  const isQuiet =
    !['solid', 'gradient'].includes(fill.kind) || isPale(colorsOf(fill), background, quietPattern);
  const isUnder =
    isTemplatesBody && isQuiet && areaOf(box) >= largePiece && shared / areaOf(box) >= underBody;
  return shared / areaOf(body) >= groundShare || isUnder;
}

/**
 * Divides the pieces into the pieces under a text area and the pieces in its way.
 * @param isTemplatesBody whether the template itself puts text into the area.
 */
export function divide(
  pieces: readonly FurniturePiece[],
  body: Box,
  slide: SlideGround,
  isTemplatesBody = false,
) {
  const ground: FurniturePiece[] = [];
  let obstacles: Box[] = [];
  for (const piece of pieces.filter(isVisible)) {
    const box = intersection(extentOf(piece.shape, slide.ratio), slideBox);
    if (isGround(piece, box, body, slide, isTemplatesBody)) {
      ground.push(piece);
      // What a ground covers is no longer seen.
      const covers = isOpaque(piece.fill) && coveredParts(piece.shape, slide.ratio).length === 1;
      if (covers) obstacles = obstacles.flatMap((other) => without(other, box));
    } else obstacles.push(...obstaclesOf(piece, slide));
  }
  return { ground, obstacles };
}

/** Returns the box of the last ground that is a panel of its own colour, within which the content stays. */
export function panelOf(
  ground: readonly FurniturePiece[],
  body: Box,
  { background, ratio }: SlideGround,
): Box | undefined {
  const panels = ground.filter(({ fill, shape }) => {
    return (
      isOpaque(fill) &&
      !isPale(colorsOf(fill), background) &&
      overlap(shape.box, body) / areaOf(body) >= groundShare
    );
  });
  const last = panels.at(-1);
  return last && grown(around(last.shape, ratio), -clearance, -clearance);
}
