import { check } from '../refusal.ts';
import { isOpaque } from './furniture.ts';
import type { LoadedTemplate } from './load.ts';
import type { Layout, Master } from './masters.ts';
import { mainColorOf } from './obstacles.ts';
import type { Pictures } from './pictures.ts';
import { headingOf } from './placeholders.ts';
import { type RatedLayout, rateLayout } from './rate-layout.ts';
import { distance } from './rgb.ts';
import { placedShapes } from './shape-tree.ts';

/** Chooses the layout for a title and free space, on the masters that the file's slides use most. */

const usesOf = (layouts: readonly Layout[]): number =>
  layouts.reduce((sum, layout) => sum + layout.uses, 0);
const slidesOf = (rated: readonly RatedLayout[]): number =>
  usesOf(rated.map(({ layout }) => layout));

/** Lists the masters that most of the file's slides use, among masters with a layout that has a title if slides use one. */
function mainMasters(
  masters: readonly Master[],
  hasTitle: (layout: Layout) => boolean,
): readonly Master[] {
  for (const some of [masters.filter(({ layouts }) => layouts.some(hasTitle)), masters]) {
    const most = Math.max(0, ...some.map(({ layouts }) => usesOf(layouts)));
    if (most > 0) return some.filter(({ layouts }) => usesOf(layouts) === most);
  }
  return masters;
}

/**
 * A layout with another drawing or on another ground than most slides is worth less by this. Where these slides are on a layout
 * without placeholders, it is more than a title is worth.
 */
const otherLook = { titled: 0.8, untitled: 1.5 };
/** Two grounds nearer than this in OKLab look alike, as white and a pale tint. */
const sameGround = 0.2;

/**
 * The worth that a layout gains if all slides of the file use it. Among layouts with titles, the use decides between equals.
 * Among layouts without titles, the used layout has the firm's logo.
 */
const mostForUse = { titled: 0.04, untitled: 0.5 };

/** Returns what lies under the content of a layout: a colour, or the number of a picture. */
function groundOf({ background, area }: RatedLayout): string | undefined {
  const under = area.ground.findLast(({ fill }) => fill.kind === 'picture' || isOpaque(fill));
  const paint = under?.fill ?? background;
  return paint.kind === 'picture' ? `${paint.picture}` : mainColorOf(paint)?.hex;
}

const isColor = (ground: string): boolean => ground.startsWith('#');
const isNear = (one: string, other: string): boolean =>
  one === other || (isColor(one) && isColor(other) && distance(one, other) < sameGround);

/** Says whether so many slides are most of all. */
const isUsual = (uses: number, slides: number): boolean => uses >= Math.max(2, slides / 2);
/** A picture counts so much more than a plain ground, because a plain ground lacks its band or logo. */
const pictureCounts = 1.5;

/**
 * Returns the first ground that is usual: most slides have it, or a ground near it. A picture comes before colours. Compares
 * each ground once, because a file may have thousands of layouts.
 */
function usualGround(all: readonly RatedLayout[]): string | undefined {
  const slides = slidesOf(all);
  const uses = new Map<string, number>();
  for (const rated of all) {
    const own = groundOf(rated);
    if (own) uses.set(own, (uses.get(own) ?? 0) + rated.layout.uses);
  }
  const used = [...uses].filter(([, count]) => count > 0);
  const isMost = (own: string) => {
    const near = used.reduce((sum, [other, count]) => sum + (isNear(other, own) ? count : 0), 0);
    return isUsual(near, isColor(own) ? slides : slides / pictureCounts);
  };
  const grounds = [...uses.keys()];
  return (
    grounds.find((own) => !isColor(own) && isMost(own)) ??
    grounds.find((own) => isColor(own) && isMost(own))
  );
}

/** Says whether a layout has no placeholder, so that slides on it write their titles in text boxes. */
const isBlank = ({ shapes }: RatedLayout): boolean =>
  !shapes.isFurnitureHidden && shapes.ofLayout.every(({ placeholder }) => !placeholder);

/** Returns a function that rates a layout of a file. A layout that more of the file's slides use has a higher rating. */
function worthAmong(all: readonly RatedLayout[]): (rated: RatedLayout) => number {
  const slides = slidesOf(all);
  const forContent = all.filter(({ isForContent }) => isForContent);
  const shown = forContent.length > 0 ? forContent : all;
  const isUsed = slidesOf(shown) > 1;
  const models = isUsed ? shown : all.filter(isBlank);
  const model = models.find(({ layout }) => isUsual(layout.uses, slides));
  // Covers and dividers may stand on another ground than slides with content, and on pictures that are made for them.
  const usual = model ? groundOf(model) : usualGround(isUsed ? shown : all);
  const ground = usual && (isUsed || model || isColor(usual)) ? usual : undefined;
  const less = isUsed || !model ? otherLook.titled : otherLook.untitled;
  return (rated) => {
    const { layout, shapes, worth } = rated;
    const own = groundOf(rated);
    const isOther =
      (model && model.shapes.pieces.length !== shapes.pieces.length) ||
      (ground && own && !isNear(own, ground));
    const most = shapes.heading ? mostForUse.titled : mostForUse.untitled;
    const use = (layout.uses / Math.max(1, slides)) * most;
    return worth + use - (isOther ? less : 0);
  };
}

/** Chooses the layout that suits a title with an exhibit best, on the masters that are used most. The first of equals wins. */
export function chooseLayout(loaded: LoadedTemplate, pictures: Pictures): RatedLayout {
  const { size, masters } = loaded;
  const hasTitle = ({ part }: Layout) => headingOf(placedShapes(part.content, size)) !== undefined;
  const rate = (some: readonly Master[]) =>
    some.flatMap(({ layouts }) => layouts.map((layout) => rateLayout(layout, loaded, pictures)));
  const main = rate(mainMasters(masters, hasTitle));
  // A master whose layouts lose more than they are worth was made for covers or dividers.
  const rated = main.every(({ worth }) => worth < 0) ? rate(masters) : main;
  const worthOf = worthAmong(rated);
  const [best] = rated.toSorted((one, other) => worthOf(other) - worthOf(one));
  check(best !== undefined, 'no_master');
  return best;
}
