import type {
  Box,
  Description,
  Furniture,
  FurnitureText,
  LayoutMiniature,
  Paint,
  Palette,
  TextStyle,
  TitlePlace,
} from './description.ts';
import { smallSize, split } from './fill/arrange.ts';
import type { Template } from './open-template.ts';
import { find } from './package/xml.ts';
import { sheetOf } from './sheet.ts';
import type { Design } from './template/design.ts';
import type { FurniturePiece } from './template/furniture.ts';
import { pathOf } from './template/geometry.ts';
import type { Layout } from './template/load.ts';
import type { Picture, Pictures } from './template/pictures.ts';
import { isFooter, isTitle, typeOf } from './template/placeholders.ts';
import { placedShapes } from './template/shape-tree.ts';
import {
  alignOf,
  bodyOf,
  firstLevel,
  insideOf,
  ownStyle,
  textStyleOf,
} from './template/text-style.ts';

/** Describes a template for a page that draws its slides. What the page cannot draw is left out. */

/** Numbers anew the pictures that a page can draw, in the order in which they are first used. */
class DrawablePictures {
  readonly all: Picture[] = [];
  readonly #numbers = new Map<number, number>();
  readonly #source: Pictures;

  constructor(source: Pictures) {
    this.#source = source;
  }

  /** Returns the paint for the page: no fill in place of a picture that cannot be drawn. */
  paint(paint: Paint): Paint {
    if (paint.kind !== 'picture') return paint;
    let number = this.#numbers.get(paint.picture);
    if (number === undefined) {
      const picture = this.#source.small(paint.picture);
      if (!picture) return { kind: 'none' };
      number = this.all.push(picture) - 1;
      this.#numbers.set(paint.picture, number);
    }
    return { ...paint, picture: number };
  }
}

function textOfPiece(
  { shape, context, lines }: FurniturePiece,
  design: Design,
): FurnitureText | undefined {
  if (lines.length === 0) return;
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

function furnitureOf(
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

function miniatureOf(
  { part, name, master }: Layout,
  size: { width: number; height: number },
): LayoutMiniature {
  const ofMaster = placedShapes(master.part.content, size);
  const boxes = placedShapes(part.content, size).flatMap((shape) => {
    if (!shape.placeholder || isFooter(shape)) return [];
    const type = typeOf(shape.placeholder);
    const parent = ofMaster.find((other) =>
      isTitle(shape) ? isTitle(other) : typeOf(other.placeholder) === 'body' && other.placeholder,
    );
    const box = shape.box ?? parent?.box;
    const kind = isTitle(shape)
      ? 'title'
      : type === 'pic'
        ? 'picture'
        : ['body', 'subTitle', 'obj'].includes(type)
          ? 'text'
          : 'other';
    return box ? [{ kind, box } as const] : [];
  });
  return { name, boxes };
}

function paletteOf({ palette: { tones } }: Design): Palette {
  const { paper, ink, ink2, mid, light, hairline, key, onLabel } = tones;
  return {
    paper: paper.hex,
    ink: ink.hex,
    ink2: ink2.hex,
    strong: tones.strong.hex,
    mid: mid.hex,
    light: light.hex,
    hairline: hairline.hex,
    key: key.hex,
    label: tones.label.hex,
    onLabel: onLabel.hex,
  };
}

/** Returns the place of a small line of text under the content. */
const footOf = (box: Box, text: TextStyle, size: number): TitlePlace => ({
  ...text,
  size,
  box,
  inside: box,
  anchor: 'bottom',
  align: 'left',
});

/**
 * Returns what a page needs to draw a slide of the template.
 * @param disclaimer the text at the foot of each slide.
 */
export function describe({ design }: Template, disclaimer: string): Description {
  const sheet = sheetOf(design, disclaimer);
  const { width, height, main, foot, footer, isBeside, pen } = sheet;
  const { loaded, layout, shapes } = design;
  const inShares = (box: Box): Box => ({
    x: box.x / width,
    y: box.y / height,
    width: box.width / width,
    height: box.height / height,
  });
  const pictures = new DrawablePictures(design.pictures);
  const background = pictures.paint(design.background);
  const furniture = shapes.pieces.flatMap((piece) => furnitureOf(piece, design, pictures) ?? []);
  const { exhibit, side } = split(main, pen.size, isBeside, main.height * 0.3);
  const text = {
    typeface: pen.body.face.typeface,
    size: pen.size,
    color: { hex: pen.tones.ink.hex, opacity: 1 },
    isBold: false,
    isItalic: false,
    isUppercase: false,
    lineSpacing: 1,
  };
  return {
    width,
    height,
    background,
    furniture,
    pictures: pictures.all,
    title: sheet.title,
    content: inShares(main),
    exhibit: inShares(exhibit),
    side: side && inShares(side),
    isSideBeside: isBeside,
    panel: sheet.panel && { box: inShares(sheet.panel), color: pen.tones.paper.hex },
    text,
    footer: footer ?? footOf(inShares(foot ?? main), text, smallSize(pen)),
    number: sheet.number,
    palette: paletteOf(design),
    typefaces: { heading: pen.heading.face.typeface, body: pen.body.face.typeface },
    layouts: layout.master.layouts.map((each) => miniatureOf(each, loaded.size)),
    layoutCount: loaded.masters.reduce((sum, master) => sum + master.layouts.length, 0),
    masterCount: loaded.masters.length,
    hasPicture: shapes.pieces.some(
      ({ shape, fill }) => shape.element.local === 'pic' || fill.kind === 'picture',
    ),
  };
}
