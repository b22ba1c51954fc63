import type { Furniture, FurnitureText } from '../description.ts';
import { find } from '../package/xml.ts';
import type { Design } from '../template/design.ts';
import { type FurniturePiece, hasNumber } from '../template/furniture.ts';
import { pathOf } from '../template/geometry.ts';
import {
  alignOf,
  bodyOf,
  firstLevel,
  insideOf,
  ownStyle,
  textStyleOf,
} from '../template/text-style.ts';
import type { DrawablePictures } from './drawable-pictures.ts';

/**
 * Returns the text of a piece in the style of its first run; undefined for a piece without text, or with upright text. A page
 * that draws furniture once knows no number of a slide.
 */
function textOfPiece(piece: FurniturePiece, design: Design): FurnitureText | undefined {
  const { shape, context, lines } = piece;
  if (lines.length === 0 || hasNumber(piece)) return;
  const { loaded } = design;
  const run = find(shape.element, 'txBody', 'p', 'r', 'rPr');
  const paragraph = find(shape.element, 'txBody', 'p', 'pPr');
  const own = run && {
    name: 'a:lvl1pPr',
    local: 'lvl1pPr',
    attributes: paragraph?.attributes ?? {},
    children: [{ ...run, local: 'defRPr' }],
  };
  const others = find(design.layout.master.part.content, 'txStyles', 'otherStyle');
  const chain = [
    own,
    ownStyle(shape.element),
    firstLevel(others),
    firstLevel(find(loaded.presentation.content, 'defaultTextStyle')),
  ];
  const body = bodyOf([shape.element]);
  if (body.isVertical) return;
  const style = textStyleOf(chain, context, '+mn-lt');
  return {
    ...style,
    lines,
    inside: insideOf(shape.box, body, loaded.size),
    anchor: body.anchor,
    align: alignOf(chain),
  };
}

/** Describes a piece of furniture; undefined for a piece that a page cannot draw. */
export function furnitureOf(
  piece: FurniturePiece,
  design: Design,
  pictures: DrawablePictures,
): Furniture | undefined {
  const { shape, outline } = piece;
  const { element, box, rotation, flipX, flipY } = shape;
  const { size } = design.loaded;
  if (element.local === 'graphicFrame') return;
  const path = pathOf(find(element, 'spPr'), {
    width: box.width * size.width,
    height: box.height * size.height,
  });
  const text = textOfPiece(piece, design);
  const fill = path ? pictures.paint(piece.fill) : ({ kind: 'none' } as const);
  if (fill.kind === 'none' && !(outline && path) && !text) return;
  const isRectangle = path === 'M0 0L1 0L1 1L0 1Z';
  return {
    box,
    rotation,
    flipX,
    flipY,
    fill,
    ...(path && !isRectangle ? { path } : {}),
    ...(outline && path ? { outline } : {}),
    ...(text ? { text } : {}),
  };
}
