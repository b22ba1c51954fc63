import type { Box, Paint } from '../description.ts';
import { type Element, find } from '../package/xml.ts';
import { check } from '../refusal.ts';
import { type ContentArea, contentArea, isBody, type TitleRoom } from './content-area.ts';
import { areaOf, overlap } from './free-area.ts';
import { type FurniturePiece, type LayoutShapes, shapesOf, withoutFurniture } from './furniture.ts';
import type { LoadedTemplate } from './load.ts';
import type { Layout, Master } from './masters.ts';
import { backgroundOf, type PaintContext } from './paint.ts';
import type { Pictures } from './pictures.ts';
import { isContent, isTitle } from './placeholders.ts';
import { placedShapes } from './shape-tree.ts';
import { suitability, titlePenalty } from './suitability.ts';
import { isCovered, type Title, titleOf, titlePanel, withOwnPlace } from './title.ts';

/** Chooses the layout for a title and free space, on the master that the file's slides use most. */

export interface ChosenLayout {
  layout: Layout;
  shapes: LayoutShapes;
  background: Paint;
  title: Title;
  titlePanel: FurniturePiece | undefined;
  area: ContentArea;
}

interface RatedLayout extends ChosenLayout {
  worth: number;
  /** True if the layout has a title at the top and no frame that stays empty, as layouts for content. */
  isForContent: boolean;
}

/** Returns the style of a text that names no style. */
export const defaultStyle = ({ presentation }: LoadedTemplate): Element | undefined =>
  find(presentation.content, 'defaultTextStyle');

const usesOf = (layouts: readonly Layout[]): number =>
  layouts.reduce((sum, layout) => sum + layout.uses, 0);

/** Lists the masters that most of the file's slides with titles use, or most of its slides where none has a title. */
function mainMasters(
  masters: readonly Master[],
  hasTitle: (layout: Layout) => boolean,
): readonly Master[] {
  const titled = ({ layouts }: Master) => usesOf(layouts.filter(hasTitle));
  for (const uses of [titled, ({ layouts }: Master) => usesOf(layouts)]) {
    const most = Math.max(...masters.map(uses));
    if (most > 0) return masters.filter((master) => uses(master) === most);
  }
  return masters;
}

/** A layout that draws more or less than the layout of most slides is worth less by this. */
const otherDrawing = 0.8;

/**
 * What a layout is worth more if all slides of the file use it. Among layouts with titles, use decides between equals. Of
 * layouts without titles, the one in use is the one with the firm's logo.
 */
const mostForUse = { titled: 0.04, untitled: 0.5 };

/** Says whether a layout has a frame around a line of text, which would stay empty. */
const hasFrame = ({ ofLayout, pieces }: LayoutShapes): boolean =>
  ofLayout.some((line) => {
    const { box } = line;
    if (!isContent(line) || isBody(line) || !box) return false;
    return pieces.some(
      ({ shape, outline }) => outline && overlap(shape.box, box) > areaOf(box) / 2,
    );
  });

/** Returns what each layout is worth in a file that has most of its slides on one layout: a layout that draws the same is worth more. */
function worthOf({ layout, shapes, worth }: RatedLayout, all: readonly RatedLayout[]): number {
  const slides = usesOf(all.map((each) => each.layout));
  const model = all.find(
    (each) => each.layout.uses >= Math.max(2, slides / 2) && each.isForContent,
  );
  const isOther = model && model.shapes.pieces.length !== shapes.pieces.length;
  const most = shapes.ofLayout.some(isTitle) ? mostForUse.titled : mostForUse.untitled;
  const use = (layout.uses / Math.max(1, slides)) * most;
  return worth + use - (isOther ? otherDrawing : 0);
}

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
  const themePictureOf = pictures.of(loaded.parts.get(master.theme.path.toLowerCase()));
  const common = { theme: master.theme, themePictureOf };
  const contexts = {
    master: { ...common, scheme: master.scheme, pictureOf: pictures.of(master.part) },
    layout: { ...common, scheme: layout.scheme, pictureOf: pictures.of(layout.part) },
  };
  return (part: 'master' | 'layout'): PaintContext => contexts[part];
}

/**
 * Chooses the layout that suits a title with an exhibit best, on the masters that are used most. The first of equals wins.
 */
export function chooseLayout(loaded: LoadedTemplate, pictures: Pictures): ChosenLayout {
  const { size, masters } = loaded;
  const ratio = size.width / size.height;
  const defaults = defaultStyle(loaded);
  const rate = (layout: Layout): RatedLayout => {
    const contextOf = contextsOf(loaded, layout, pictures);
    const background = backgroundOf([
      { content: layout.part.content, context: contextOf('layout') },
      { content: layout.master.part.content, context: contextOf('master') },
    ]);
    const shown = shapesOf(layout, size, contextOf, background);
    const slide = { ratio, background };
    const areaOn = (on: LayoutShapes, room: TitleRoom) =>
      contentArea(on, { ...slide, title: room });
    const placed = titleOf(layout, shown, slide, defaults, size.height);
    const placedRoom = { box: placed.box, isOwn: placed.isOwn, isMoved: false };
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
  };
  const hasTitle = ({ part }: Layout) => placedShapes(part.content, size).some(isTitle);
  const rated = mainMasters(masters, hasTitle).flatMap(({ layouts }) => layouts.map(rate));
  const [best] = rated.toSorted((one, other) => worthOf(other, rated) - worthOf(one, rated));
  check(best !== undefined, 'no_master');
  return best;
}
