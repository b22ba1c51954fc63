import type { Box } from '../description.ts';
import { areaOf, grown, intersection, largestFree, overlap } from './free-area.ts';
import { type FurniturePiece, isVisible, type LayoutShapes } from './furniture.ts';
import type { Layout } from './load.ts';
import { isContent, isFooter, isTitle, typeOf } from './placeholders.ts';
import { around, type PlacedShape } from './shape-tree.ts';

/**
 * Finds where the exhibit goes: the body placeholder of layout or master, less what title, footers, and the pictures,
 * bands and texts of both take.
 */

/** A shape that covers this share of the body is its ground, and no obstacle. */
const groundShare = 0.6;
/** The free space around obstacles, in shares of the slide. */
const gap = 0.012;
/** The margins of a slide whose placeholders leave no useful area. */
const margins: Box = { x: 0.045, y: 0.04, width: 0.91, height: 0.92 };
const slideBox: Box = { x: 0, y: 0, width: 1, height: 1 };
/** No exhibit comes nearer to the slide's edges, even where a placeholder does. */
const edges: Box = { x: 0.025, y: 0.025, width: 0.95, height: 0.95 };

export interface ContentArea {
  box: Box;
  /** The pieces that lie under the area, from back to front. */
  ground: readonly FurniturePiece[];
}

const boxOf = (shape: PlacedShape, ofMaster: readonly PlacedShape[]): Box | undefined =>
  shape.box ??
  ofMaster.find(
    ({ placeholder }) => placeholder && typeOf(placeholder) === typeOf(shape.placeholder),
  )?.box;

function bodyOf({ ofLayout, ofMaster }: LayoutShapes): Box | undefined {
  const masterBody = ofMaster.find(
    ({ placeholder }) => placeholder && typeOf(placeholder) === 'body',
  )?.box;
  const bodies = ofLayout.filter(isContent).flatMap((shape) => shape.box ?? masterBody ?? []);
  const largest = bodies.toSorted((one, other) => areaOf(other) - areaOf(one))[0];
  return largest ?? masterBody;
}

/** Says whether a piece is a thin diagonal, whose box is mostly empty. */
function isDiagonal({ shape, fill }: FurniturePiece): boolean {
  const isLine = shape.element.local === 'cxnSp' || fill.kind === 'none';
  return (
    isLine && shape.element.local === 'cxnSp' && shape.box.width > 0.02 && shape.box.height > 0.02
  );
}

/** Divides the pieces into those under the body and those in its way. */
function divide(pieces: readonly FurniturePiece[], body: Box, ratio: number) {
  const ground: FurniturePiece[] = [];
  let obstacles: Box[] = [];
  for (const piece of pieces.filter(isVisible)) {
    const box = intersection(around(piece.shape, ratio), slideBox);
    const isFrame =
      piece.fill.kind === 'none' && piece.lines.length === 0 && piece.shape.element.local === 'sp';
    const covers = overlap(box, body) / areaOf(body) >= groundShare;
    if (covers && !isFrame) {
      ground.push(piece);
      // What a ground covers is no longer seen.
      obstacles = obstacles.filter((other) => overlap(box, other) < areaOf(other) * 0.95);
    } else if (!covers && !isDiagonal(piece)) obstacles.push(box);
  }
  return { ground, obstacles };
}

/** Returns the content area of a layout. @param ratio width over height. */
export function contentArea(shapes: LayoutShapes, ratio: number): ContentArea {
  const { ofLayout, ofMaster, pieces } = shapes;
  const title = ofLayout.find(isTitle) ?? ofMaster.find(isTitle);
  const titleBox = title && (title.box ?? ofMaster.find(isTitle)?.box);
  const taken = ofLayout.filter(isFooter).flatMap((shape) => boxOf(shape, ofMaster) ?? []);
  const subtitles = ofLayout.flatMap((shape) =>
    typeOf(shape.placeholder) === 'subTitle' && shape.box ? [shape.box] : [],
  );
  const free = (base: Box): ContentArea => {
    const { ground, obstacles } = divide(pieces, base, ratio);
    const panel = ground.at(-1);
    const within = panel ? intersection(base, grown(around(panel.shape, ratio), -gap, -gap)) : base;
    const all = [...obstacles, ...taken, ...subtitles].map((box) => grown(box, gap, gap));
    if (titleBox) all.push(grown(titleBox, 0, gap / 2));
    return { box: largestFree(within, all), ground };
  };
  const body = bodyOf(shapes);
  const first = body && free(intersection(body, edges));
  if (first && areaOf(first.box) >= 0.3) return first;
  const second = free(margins);
  return first && areaOf(first.box) * 1.25 >= areaOf(second.box) ? first : second;
}

/** Returns how well a layout suits a title with an exhibit. */
export function suitability(layout: Layout, shapes: LayoutShapes, ratio: number): number {
  const { ofLayout } = shapes;
  if (!ofLayout.some(isTitle)) return -1;
  const { box } = contentArea(shapes, ratio);
  const area = areaOf(box) * Math.min(1, box.height / 0.45);
  const contents = ofLayout.filter(isContent).length;
  const isOpening = ['title', 'secHead', 'vertTx', 'vertTitleAndTx', 'picTx'].includes(
    layout.type ?? '',
  );
  const isForFreeSpace =
    layout.type === 'titleOnly' || (contents === 0 && layout.type !== 'blank' && !isOpening);
  const bonus = isOpening
    ? -0.5
    : layout.type === 'titleOnly'
      ? 0.6
      : isForFreeSpace
        ? 0.3
        : contents === 1
          ? 0.2
          : 0;
  // Among layouts of one kind, the one that the file's slides use most.
  return area + (area < 0.28 ? bonus / 3 : bonus) + Math.min(layout.uses, 20) / 500;
}
