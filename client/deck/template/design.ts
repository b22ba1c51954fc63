import type { Box, Paint, TitlePlace } from '../description.ts';
import { type Element, find } from '../package/xml.ts';
import type { ShrinkPicture, SmallPicture } from '../picture.ts';
import { busyParts, clearPart } from './busy-parts.ts';
import { chooseLayout, defaultStyle } from './choose-layout.ts';
import { isBody } from './content-area.ts';
import { areaOf, overlap, slideBox } from './free-area.ts';
import type { FurniturePiece, LayoutShapes } from './furniture.ts';
import { type Ground, isRestless, type Layer, layersOf, samplesOf } from './ground.ts';
import type { LoadedTemplate } from './load.ts';
import type { Layout, Master } from './masters.ts';
import { choosePalette, type Palette } from './palette/palette.ts';
import { plainGradient, readableTitle } from './palette/title-color.ts';
import { type Tone, toneOf } from './palette/tone.ts';
import { Pictures } from './pictures.ts';
import {
  footersOf,
  masterPlaceholder,
  type Placeholder,
  resolvePlaceholder,
  typeOf,
} from './placeholders.ts';
import type { PlacedShape } from './shape-tree.ts';
import { titlePlace } from './text-place.ts';
import { firstLevel, ownStyle, type StyleChain, textFill } from './text-style.ts';
import type { Title } from './title.ts';
import { titleBand } from './title-band.ts';
import { titleRoom } from './title-room.ts';

/** Decides how slides stand in a template: on which layout, where, and in which colours. */

export interface Design {
  loaded: LoadedTemplate;
  layout: Layout;
  shapes: LayoutShapes;
  background: Paint;
  /** The content area in shares of the slide. */
  content: Box;
  palette: Palette;
  title: Title;
  /** Place and style of titles. The text stands in the part of the box that furniture and pictures leave free. */
  titlePlace: TitlePlace;
  /** True if furniture or a picture takes a part of the title's box. */
  isTitleNarrowed: boolean;
  /** True if the panel of the content also reaches under the title, because the title stands on a pattern. */
  isTitleOnPanel: boolean;
  /** The colour of titles where the template's own cannot be read on what lies under the title, or is a gradient of one colour. */
  titleTone: Tone | undefined;
  /** The fill that the title's placeholder has. */
  titlePanel: FurniturePiece | undefined;
  /** The colours under the title; undefined for a title with a fill of its own. */
  underTitle: Ground | undefined;
  /** A line of text above the title, if the layout has a placeholder for it. */
  tracker: Placeholder | undefined;
  footer: Placeholder | undefined;
  number: Placeholder | undefined;
  /** The styles of body text. */
  body: StyleChain;
  pictures: Pictures;
}

const sampleSize = { width: 48, height: 32 };

/** Decodes the pictures of some layers in small, by their numbers. Without `shrink`, no picture is decoded. */
async function smallPictures(
  layers: readonly Layer[],
  pictures: Pictures,
  shrink: ShrinkPicture | undefined,
): Promise<ReadonlyMap<number, SmallPicture>> {
  const numbers = layers.flatMap(({ paint }) => (paint.kind === 'picture' ? [paint.picture] : []));
  const small = new Map<number, SmallPicture>();
  // A browser decodes pictures on several threads.
  await Promise.all(
    [...new Set(numbers)].map(async (number) => {
      const picture = pictures.drawable(number);
      const found =
        picture && (await shrink?.(picture.bytes, picture.type, sampleSize).catch(() => undefined));
      if (found) small.set(number, found);
    }),
  );
  return small;
}

/** The height of a line above the title, in shares of the slide, up to which a text placeholder is a tracker. */
const trackerHeight = 0.085;

/** Finds the placeholder for the tracker: one line of text above the title, outside the content. */
function trackerIn(
  shapes: readonly PlacedShape[],
  title: Box,
  content: Box,
): PlacedShape | undefined {
  return shapes.find(({ placeholder, box }) => {
    if (!placeholder || typeOf(placeholder) !== 'body' || !box) return false;
    if (overlap(box, content) > 0) return false;
    return box.height <= trackerHeight && box.width >= 0.2 && box.y + box.height <= title.y + 0.01;
  });
}

/** A placeholder lower than this share of the slide is for a subtitle. */
const subtitle = 0.2;

/** Returns the styles of body text, the nearest first: the layout's body, the master's body, and the file's defaults. */
function bodyChain(
  { part }: Master,
  { ofLayout, ofMaster }: LayoutShapes,
  defaults: Element | undefined,
): StyleChain {
  const own = ofLayout.find((shape) => isBody(shape) && (shape.box?.height ?? 1) > subtitle);
  const body = masterPlaceholder('body', ofMaster);
  const styles = find(part.content, 'txStyles', 'bodyStyle');
  return [
    ownStyle(own?.element),
    ownStyle(body?.element),
    firstLevel(styles),
    firstLevel(defaults),
  ];
}

/** The least height of a title's room, in parts of the slide's height. */
const leastTitle = 24 / 540;

/** Decides how slides stand in a loaded template. */
export async function designOf(
  loaded: LoadedTemplate,
  shrink: ShrinkPicture | undefined,
): Promise<Design> {
  const pictures = new Pictures(loaded);
  const { layout, shapes, background, title, titlePanel, area } = chooseLayout(loaded, pictures);
  const ground = { paint: background, box: slideBox };
  const ratio = loaded.size.width / loaded.size.height;
  const underArea = [ground, ...layersOf(area.ground, ratio)];
  const all = [ground, ...layersOf(shapes.pieces, ratio)];
  const small = await smallPictures(all, pictures, shrink);
  const content = clearPart(area.box, busyParts(area.box, underArea, small));
  const defaults = defaultStyle(loaded);
  const body = bodyChain(layout.master, shapes, defaults);
  const under = samplesOf(content, underArea, small);
  const palette = choosePalette(under, toneOf(textFill(body), layout.scheme), layout.scheme);
  const band = titleBand(title.box, all, small, layout.scheme);
  const wholePlace = titlePlace(title, { layout, loaded });
  const room = titleRoom(wholePlace, shapes, {
    ratio,
    background,
    band,
    busy: busyParts(band, all, small),
    leastHeight: leastTitle,
  });
  // A title with a fill of its own stands on that fill.
  const underTitle = titlePanel ? undefined : samplesOf(room, all, small);
  const isTitleOnPanel = palette.needsPanel && underTitle !== undefined && isRestless(underTitle);
  const groundOfTitle = isTitleOnPanel
    ? { colors: [palette.tones.paper.hex], isUnknown: false }
    : underTitle;
  const { ofLayout, ofMaster } = shapes;
  const resolve = (shape: PlacedShape | undefined) =>
    shape && resolvePlaceholder(shape, layout, ofMaster, defaults);
  const footer = (type: string) =>
    resolve(footersOf(shapes).find(({ placeholder }) => typeOf(placeholder) === type));
  return {
    loaded,
    layout,
    shapes,
    background,
    content,
    palette,
    title,
    titlePlace: { ...wholePlace, inside: room },
    isTitleNarrowed: areaOf(room) < areaOf(wholePlace.inside) * 0.999,
    isTitleOnPanel,
    titlePanel,
    underTitle,
    titleTone:
      (groundOfTitle &&
        readableTitle(
          toneOf(textFill(title.chain), layout.scheme),
          groundOfTitle,
          layout.scheme,
        )) ??
      plainGradient(title.chain, layout.scheme),
    tracker: title.isOwn ? undefined : resolve(trackerIn(ofLayout, title.box, content)),
    footer: footer('ftr'),
    number: footer('sldNum'),
    body,
    pictures,
  };
}
