import type { Paint } from '../description.ts';
import { type Element, find } from '../package/xml.ts';
import { check } from '../refusal.ts';
import { type ContentArea, contentArea, suitability } from './content-area.ts';
import { areaOf } from './free-area.ts';
import { type FurniturePiece, type LayoutShapes, shapesOf, withoutFurniture } from './furniture.ts';
import type { LoadedTemplate } from './load.ts';
import type { Layout, Master } from './masters.ts';
import { backgroundOf, type PaintContext } from './paint.ts';
import type { Pictures } from './pictures.ts';
import { isCovered, type Title, takenByTitle, titleOf, titlePanel } from './title.ts';

/** Chooses the layout for a title and free space, on the master that the file's slides use most. */

export interface ChosenLayout {
  layout: Layout;
  shapes: LayoutShapes;
  background: Paint;
  title: Title;
  titlePanel: FurniturePiece | undefined;
  area: ContentArea;
}

/** Returns the style of a text that names no style. */
export const defaultStyle = ({ presentation }: LoadedTemplate): Element | undefined =>
  find(presentation.content, 'defaultTextStyle');

/** Lists the masters that the file's slides use most. */
function mainMasters(masters: readonly Master[]): Master[] {
  const uses = ({ layouts }: Master) => layouts.reduce((sum, layout) => sum + layout.uses, 0);
  const most = Math.max(...masters.map(uses));
  return masters.filter((master) => uses(master) === most);
}

/** Where what master and layout draw leaves less room than this share of the slide, slides hide it. */
const leastArea = 0.15;

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
 * Chooses the layout that suits a title with an exhibit best. The first of equals wins, of layouts as of masters. A master
 * without a layout for titles wins only where no other master is used as much.
 */
export function chooseLayout(loaded: LoadedTemplate, pictures: Pictures): ChosenLayout {
  const { size, masters } = loaded;
  const ratio = size.width / size.height;
  const defaults = defaultStyle(loaded);
  const rate = (layout: Layout) => {
    const contextOf = contextsOf(loaded, layout, pictures);
    const background = backgroundOf([
      { content: layout.part.content, context: contextOf('layout') },
      { content: layout.master.part.content, context: contextOf('master') },
    ]);
    const shown = shapesOf(layout, size, contextOf, background);
    const title = titleOf(layout, shown, { ratio, background }, defaults, size.height);
    const taken = takenByTitle(title, layout, size.height);
    const areaOn = (on: LayoutShapes) => contentArea(on, { ratio, background, title: taken });
    const shownArea = areaOn(shown);
    const isHidden =
      isCovered(title, shown, { ratio, background }) || areaOf(shownArea.box) < leastArea;
    const shapes = isHidden ? withoutFurniture(shown) : shown;
    const area = isHidden ? areaOn(shapes) : shownArea;
    return {
      layout,
      shapes,
      background,
      title,
      titlePanel: titlePanel(title, contextOf),
      area,
      worth: suitability(layout, shapes, area.box, { box: taken, isOwn: title.isOwn }),
    };
  };
  let untitled: ChosenLayout | undefined;
  for (const { layouts } of mainMasters(masters)) {
    const [best] = layouts.map(rate).toSorted((one, other) => other.worth - one.worth);
    if (best && !best.title.isOwn) return best;
    untitled ??= best;
  }
  check(untitled !== undefined, 'no_master');
  return untitled;
}
