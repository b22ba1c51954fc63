import { DrawablePictures } from './description/drawable-pictures.ts';
import { furnitureOf } from './description/furniture.ts';
import { miniatureOf } from './description/miniature.ts';
import type { Box, Description, Palette, TextStyle, TitlePlace } from './description.ts';
import { smallSize, split } from './fill/arrange.ts';
import type { Template } from './open-template.ts';
import { sheetOf } from './sheet.ts';
import type { Design } from './template/design.ts';
import { showsPicture } from './template/furniture.ts';
import type { Tones } from './template/palette/palette.ts';
import { readability } from './template/palette/salience.ts';
import { inShares } from './template/shape-tree.ts';

/** Describes a template for a page that draws its slides. What the page cannot draw is left out. */

/** Returns the colours of tones. */
const paletteOf = (tones: Tones): Palette =>
  Object.fromEntries(Object.entries(tones).map(([name, { hex }]) => [name, hex])) as Record<
    keyof Tones,
    string
  >;

/** A title of less contrast than this cannot be read. */
const leastContrast = 2;

/** Returns the title in a colour that can be read where the page leaves out a picture under the title. */
function titleOnPage(title: TitlePlace, { title: { under }, palette }: Design): TitlePlace {
  if (!under?.isUnknown) return title;
  if (readability(title.color.hex, under.colors) >= leastContrast) return title;
  return { ...title, color: { hex: palette.tones.ink.hex, opacity: 1 } };
}

/** The height that a so-what with three points takes below an exhibit, in parts of the content's height. */
const sideBelow = 0.37;

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
  const { width, height, main, beside, foot, footer, isBeside, pen } = sheet;
  const { loaded, layout, shapes } = design;
  const shareOf = (box: Box): Box => inShares(box, sheet);
  const pictures = new DrawablePictures(design.pictures);
  const background = pictures.paint(design.background);
  const { panel } = design.title;
  const furniture = [...shapes.pieces, ...(panel ? [panel] : [])].flatMap(
    (piece) => furnitureOf(piece, design, pictures) ?? [],
  );
  const { area, sideHeight } = isBeside
    ? beside
    : { area: main, sideHeight: main.height * sideBelow };
  const { exhibit, side } = split(area, pen.size, isBeside, sideHeight);
  const text = {
    typeface: pen.body.face.typeface,
    size: pen.size,
    color: { hex: pen.tones.ink.hex, opacity: 1 },
    isBold: false,
    isItalic: false,
    isUppercase: false,
    letterSpacing: 0,
    lineSpacing: 1,
  };
  return {
    width,
    height,
    background,
    furniture,
    pictures: pictures.all,
    title: titleOnPage(sheet.title, design),
    content: shareOf(main),
    exhibit: shareOf(side ? exhibit : main),
    side: side && shareOf(side),
    isSideBeside: isBeside,
    panel: sheet.panel && { box: shareOf(sheet.panel), color: pen.tones.paper.hex },
    text,
    footer: footer ?? footOf(shareOf(foot ?? main), text, smallSize(pen)),
    number: sheet.number,
    palette: paletteOf(pen.tones),
    typefaces: { heading: pen.heading.face.typeface, body: pen.body.face.typeface },
    layouts: layout.master.layouts.map((each) => miniatureOf(each, loaded.size)),
    layoutCount: loaded.masters.reduce((sum, master) => sum + master.layouts.length, 0),
    masterCount: loaded.masters.length,
    hasPicture: shapes.pieces.some(showsPicture),
  };
}
