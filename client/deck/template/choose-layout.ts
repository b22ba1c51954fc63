import type { Box, Paint } from '../description.ts';
import { type Element, find } from '../package/xml.ts';
import { check } from '../refusal.ts';
import { type ContentArea, contentArea, suitability } from './content-area.ts';
import { type LayoutShapes, shapesOf } from './furniture.ts';
import type { Layout, LoadedTemplate, Master } from './load.ts';
import { backgroundOf, type PaintContext } from './paint.ts';
import type { Pictures } from './pictures.ts';
import { isTitle, type Placeholder, resolvePlaceholder } from './placeholders.ts';
import { bodyOf, textStyleOf } from './text-style.ts';
import { ownTitleBox } from './title-room.ts';

/** Chooses the layout for a title and free space, on the master that the file's slides use most. */

export interface ChosenLayout {
  layout: Layout;
  shapes: LayoutShapes;
  background: Paint;
  title: Placeholder | undefined;
  area: ContentArea;
}

/** Returns the style of a text that names no style. */
export const defaultStyle = ({ presentation }: LoadedTemplate): Element | undefined =>
  find(presentation.content, 'defaultTextStyle');

/** Returns the master that the file's slides use most, else the first master. */
function mainMaster(masters: readonly Master[]): Master | undefined {
  const uses = ({ layouts }: Master) => layouts.reduce((sum, layout) => sum + layout.uses, 0);
  return masters.toSorted((one, other) => uses(other) - uses(one))[0];
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
 * Returns the part of the title's box that two lines take. Many templates have title boxes of half a slide, of which the
 * text fills the part at its anchor.
 */
function takenByTitle(title: Placeholder, layout: Layout, slideHeight: number): Box | undefined {
  const { box, chain, shape, masterShape } = title;
  if (!box) return;
  const { size, lineSpacing } = textStyleOf(
    chain,
    { scheme: layout.scheme, theme: layout.master.theme },
    '+mj-lt',
  );
  const { anchor, insets } = bodyOf([shape, masterShape]);
  const height = (2 * size * 1.2 * lineSpacing * 12_700 + insets.top + insets.bottom) / slideHeight;
  if (height * 1.2 >= box.height) return box;
  const rest = box.height - height;
  return {
    ...box,
    height,
    y: box.y + (anchor === 'top' ? 0 : anchor === 'middle' ? rest / 2 : rest),
  };
}

/** Chooses the layout that suits a title with an exhibit best. The first of equals wins. */
export function chooseLayout(loaded: LoadedTemplate, pictures: Pictures): ChosenLayout {
  const { size, masters } = loaded;
  const ratio = size.width / size.height;
  const defaults = defaultStyle(loaded);
  const master = mainMaster(masters);
  check(master !== undefined, 'no_master');
  const rated = master.layouts.map((layout) => {
    const contextOf = contextsOf(loaded, layout, pictures);
    const background = backgroundOf([
      { content: layout.part.content, context: contextOf('layout') },
      { content: layout.master.part.content, context: contextOf('master') },
    ]);
    const shapes = shapesOf(layout, size, contextOf, background);
    const own = shapes.ofLayout.find(isTitle);
    const title = own && resolvePlaceholder(own, layout, shapes.ofMaster, defaults);
    const area = contentArea(shapes, {
      ratio,
      background,
      title: title
        ? takenByTitle(title, layout, size.height)
        : ownTitleBox(shapes, { ratio, background }),
    });
    return {
      layout,
      shapes,
      background,
      title,
      area,
      worth: suitability(layout, shapes, area.box),
    };
  });
  const [best] = rated.toSorted((one, other) => other.worth - one.worth);
  check(best !== undefined, 'no_master');
  return best;
}
