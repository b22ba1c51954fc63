import type { Box, Paint } from '../description.ts';
import { type Element, find } from '../package/xml.ts';
import type { ShrinkPicture, SmallPicture } from '../picture.ts';
import { busyParts, clearPart } from './busy-parts.ts';
import { chooseLayout } from './choose-layout.ts';
import { isBody, type RoomBeside, roomBeside } from './content-area.ts';
import { overlap, slideBox } from './free-area.ts';
import { hasNumber, type LayoutShapes } from './furniture.ts';
import { type Layer, layersOf, samplesOf } from './ground.ts';
import type { LoadedTemplate } from './load.ts';
import type { Layout, Master } from './masters.ts';
import { divide } from './obstacles.ts';
import { drawnTones } from './palette/drawn-tones.ts';
import { choosePalette, type Palette } from './palette/palette.ts';
import { pictureTone } from './palette/picture-tone.ts';
import { readableText } from './palette/readable-text.ts';
import { type Tone, toneOf } from './palette/tone.ts';
import { Pictures } from './pictures.ts';
import {
  footersOf,
  masterPlaceholder,
  type Placeholder,
  resolvePlaceholder,
  typeOf,
} from './placeholders.ts';
import { defaultStyle } from './rate-layout.ts';
import { average } from './rgb.ts';
import type { PlacedShape } from './shape-tree.ts';
import { placeOf } from './text-place.ts';
import { firstLevel, ownStyle, type StyleChain, textFill } from './text-style.ts';
import { designTitle, type TitleDesign } from './title-design.ts';
import { withSlideDrawings } from './with-slide-drawings.ts';

/** Decides how slides stand in a template: on which layout, where, and in which colours. */

/** A placeholder at the foot of a slide. */
export interface Foot {
  placeholder: Placeholder;
  /** The colour of its text where the template's own cannot be read on what lies under the text. */
  tone: Tone | undefined;
}

export interface Design {
  loaded: LoadedTemplate;
  layout: Layout;
  shapes: LayoutShapes;
  background: Paint;
  /** The content area in shares of the slide. */
  content: Box;
  beside: RoomBeside;
  palette: Palette;
  title: TitleDesign;
  /** A line of text above the title, if the layout has a placeholder for it. */
  tracker: Placeholder | undefined;
  footer: Foot | undefined;
  number: Foot | undefined;
  /** The styles of body text. */
  body: StyleChain;
  pictures: Pictures;
}

/** The size at which pictures are sampled: finer from top to bottom, so that a thin line under a title is seen. */
const sampleSize = { width: 48, height: 192 };

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

/** Decides how slides stand in a loaded template. */
export async function designOf(
  loaded: LoadedTemplate,
  shrink: ShrinkPicture | undefined,
): Promise<Design> {
  const pictures = new Pictures(loaded);
  const chosen = await withSlideDrawings(chooseLayout(loaded, pictures), loaded, pictures);
  const { layout, shapes, background, area } = chosen;
  const ground = { paint: background, box: slideBox };
  const ratio = loaded.size.width / loaded.size.height;
  const underArea = [ground, ...layersOf(area.ground, ratio)];
  const layers = [ground, ...layersOf(shapes.pieces, ratio)];
  const small = await smallPictures(layers, pictures, shrink);
  const busy = busyParts(area.box, underArea, small);
  const content = clearPart(area.box, busy);
  const isOnPicture = underArea.some(({ paint }) => paint.kind === 'picture');
  const defaults = defaultStyle(loaded);
  const body = bodyChain(layout.master, shapes, defaults);
  const under = samplesOf(content, underArea, small);
  const isOnFrames = busy.some((box) => overlap(box, content) > 0);
  const drawn = drawnTones(chosen, layout.scheme);
  const ofPictures = pictureTone(layout.scheme, layers, small);
  const palette = choosePalette(
    under,
    toneOf(textFill(body), layout.scheme),
    layout.scheme,
    { ...drawn, fixed: [...drawn.fixed, ...(ofPictures ? [ofPictures] : [])] },
    isOnFrames,
  );
  const title = designTitle(chosen, { loaded, layers, pictures: small, palette });
  const { ofLayout, ofMaster } = shapes;
  const resolve = (shape: PlacedShape | undefined) =>
    shape && resolvePlaceholder(shape, layout, ofMaster, defaults);
  /** Returns the placeholder for a footer, unless master or layout draw over its text, or a title is written there. */
  const footer = (type: string): Foot | undefined => {
    const placeholder = resolve(
      footersOf(shapes).find(({ placeholder }) => typeOf(placeholder) === type),
    );
    if (!placeholder?.box) return;
    const { inside } = placeOf(placeholder, placeholder.box, { layout, loaded }, '+mn-lt');
    const { obstacles } = divide(shapes.pieces, inside, { ratio, background });
    if ([...obstacles, title.place.inside].some((box) => overlap(box, inside) > 0)) return;
    const own = toneOf(textFill(placeholder.chain), layout.scheme);
    const { colors, isUnknown } = samplesOf(inside, layers, small);
    // A number is on a small part of its box.
    const mean = { colors: [average(colors)], isUnknown };
    return { placeholder, tone: readableText(own, mean, layout.scheme) };
  };
  const showsNumber = shapes.pieces.some(
    (piece) => hasNumber(piece) && overlap(piece.shape.box, slideBox) > 0,
  );
  const { box, isOwn } = chosen.title;
  return {
    loaded,
    layout,
    shapes,
    background,
    content,
    // Only within the area is known what a picture shows.
    beside: isOnPicture ? roomBeside(content, area.box, busy) : area.beside,
    palette,
    title,
    tracker: isOwn ? undefined : resolve(trackerIn(ofLayout, box, content)),
    footer: footer('ftr'),
    number: showsNumber ? undefined : footer('sldNum'),
    body,
    pictures,
  };
}
