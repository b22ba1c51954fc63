import { check } from '../refusal.ts';
import type { LoadedTemplate } from './load.ts';
import type { Layout, Master } from './masters.ts';
import type { Pictures } from './pictures.ts';
import { headingOf } from './placeholders.ts';
import { type RatedLayout, rateLayout } from './rate-layout.ts';
import { placedShapes } from './shape-tree.ts';
import { looksOtherwise, slidesOf, usesOf, usualLook } from './usual-look.ts';

/** Chooses the layout for a title and free space, on the masters that the file's slides use most. */

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
 * The worth that a layout gains if all slides of the file use it. Among layouts with titles, the use decides between equals.
 * Among layouts without titles, the used layout has the firm's logo.
 */
const mostForUse = { titled: 0.04, untitled: 0.5 };

/** Returns a function that rates a layout of a file. A layout that more of the file's slides use has a higher rating. */
function worthAmong(all: readonly RatedLayout[]): (rated: RatedLayout) => number {
  const slides = slidesOf(all);
  const look = usualLook(all);
  return (rated) => {
    const { layout, shapes, worth } = rated;
    const most = shapes.heading ? mostForUse.titled : mostForUse.untitled;
    const use = (layout.uses / Math.max(1, slides)) * most;
    return worth + use - (looksOtherwise(rated, look) ? look.weight : 0);
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
  const [best] = rated
    .map((one) => ({ one, worth: worthOf(one) }))
    .toSorted((one, other) => other.worth - one.worth);
  check(best !== undefined, 'no_master');
  return best.one;
}
