import type { Box, Paint } from '../description.ts';
import { type Element, find } from '../package/xml.ts';
import { type ContentArea, contentArea, isBody, type TitleRoom } from './content-area.ts';
import { areaOf, overlap } from './free-area.ts';
import {
  contentsOf,
  type FurniturePiece,
  type LayoutShapes,
  shapesOf,
  withoutFurniture,
} from './furniture.ts';
import type { LoadedTemplate } from './load.ts';
import type { Layout } from './masters.ts';
import { backgroundOf, type PaintContext } from './paint.ts';
import type { Pictures } from './pictures.ts';
import { suitability, titlePenalty } from './suitability.ts';
import {
  isCovered,
  type Title,
  type TitleSpot,
  titleOf,
  titlePanel,
  withOwnPlace,
  withSpot,
} from './title.ts';

/** Finds out what a layout draws and where title and content stand on it, and rates it. */

export interface RatedLayout {
  layout: Layout;
  shapes: LayoutShapes;
  background: Paint;
  title: Title;
  titlePanel: FurniturePiece | undefined;
  area: ContentArea;
  worth: number;
  /** True if the layout has a title at the top and no frame that stays empty, as layouts for content. */
  isForContent: boolean;
}

/** Returns the style of a text that names no style. */
export const defaultStyle = ({ presentation }: LoadedTemplate): Element | undefined =>
  find(presentation.content, 'defaultTextStyle');

/** Says whether a layout has a frame around a line of text, which would stay empty. */
const hasFrame = (shapes: LayoutShapes): boolean =>
  contentsOf(shapes).some((line) => {
    const { box } = line;
    if (isBody(line) || !box) return false;
    return shapes.pieces.some(
      ({ shape, outline }) => outline && overlap(shape.box, box) > areaOf(box) / 2,
    );
  });

/** Where what master and layout draw leaves less room than this share of the slide, slides hide it. */
const leastArea = 0.15;
/** A title in the middle of the slide, as on a divider, is not used if it leaves less room than this. */
const leastBeside = 1 / 3;

function isInMiddle({ y, height }: Box): boolean {
  const middle = y + height / 2;
  return middle > 0.3 && middle < 0.7;
}

function contextsOf(loaded: LoadedTemplate, layout: Layout, pictures: Pictures) {
  const { master } = layout;
  const themePictureOf = pictures.of(loaded.parts.get(master.theme.path));
  const common = { theme: master.theme, themePictureOf };
  const contexts = {
    master: { ...common, scheme: master.scheme, pictureOf: pictures.of(master.part) },
    layout: { ...common, scheme: layout.scheme, pictureOf: pictures.of(layout.part) },
  };
  return (part: 'master' | 'layout'): PaintContext => contexts[part];
}

/**
 * Rates a layout for a title with an exhibit.
 * @param spot the place where most of the file's slides write their titles, if that is not the layout's.
 */
export function rateLayout(
  layout: Layout,
  loaded: LoadedTemplate,
  pictures: Pictures,
  spot?: TitleSpot,
): RatedLayout {
  const { size } = loaded;
  const contextOf = contextsOf(loaded, layout, pictures);
  const background = backgroundOf([
    { content: layout.part.content, context: contextOf('layout') },
    { content: layout.master.part.content, context: contextOf('master') },
  ]);
  const shown = shapesOf(layout, loaded, contextOf, background);
  const slide = { ratio: size.width / size.height, background };
  const areaOn = (on: LayoutShapes, room: TitleRoom) => contentArea(on, { ...slide, title: room });
  const ofLayout = titleOf(layout, shown, slide, defaultStyle(loaded), size.height);
  const placed = spot ? withSpot(ofLayout, spot) : ofLayout;
  const saysPlace = (placed.isOwn && !placed.isHeading) || placed.isElsewhere;
  const placedRoom = { box: placed.box, isOwn: saysPlace, isMoved: false };
  const isMoved = isInMiddle(placed.box) && areaOf(areaOn(shown, placedRoom).box) < leastBeside;
  const title = isMoved ? withOwnPlace(placed, shown, slide) : placed;
  const room = isMoved ? { box: title.box, isOwn: true, isMoved } : placedRoom;
  const shownArea = areaOn(shown, room);
  const isHidden = isCovered(title, shown, slide) || areaOf(shownArea.box) < leastArea;
  const shapes = isHidden ? withoutFurniture(shown) : shown;
  const area = isHidden ? areaOn(shapes, room) : shownArea;
  return {
    layout,
    shapes,
    background,
    title,
    titlePanel: titlePanel(title, contextOf),
    area,
    isForContent: titlePenalty(shapes, room) === 0 && !hasFrame(shapes),
    worth: suitability(layout, shapes, area.box, room),
  };
}
