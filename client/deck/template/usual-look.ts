import { isOpaque } from './furniture.ts';
import type { Layout } from './masters.ts';
import { mainColorOf } from './obstacles.ts';
import type { RatedLayout } from './rate-layout.ts';
import { distance } from './rgb.ts';

/** Finds out how most of a file's slides look: how many things their layout draws, and on which ground they stand. */

/** Counts the slides that are on some layouts. */
export const usesOf = (layouts: readonly Layout[]): number =>
  layouts.reduce((sum, layout) => sum + layout.uses, 0);
/** Counts the slides that are on some rated layouts. */
export const slidesOf = (rated: readonly RatedLayout[]): number =>
  usesOf(rated.map(({ layout }) => layout));

/** Two grounds nearer than this in OKLab look alike, as white and a pale tint. */
const sameGround = 0.2;

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
/** A picture counts so much more than a plain ground, because the plain ground lacks the picture's band or logo. */
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
  return [...grounds.filter((own) => !isColor(own)), ...grounds.filter(isColor)].find(isMost);
}

/** Says whether a layout has no placeholder, so that slides on it write their titles in text boxes. */
const isBlank = ({ shapes }: RatedLayout): boolean =>
  !shapes.isFurnitureHidden && shapes.ofLayout.every(({ placeholder }) => !placeholder);

/** How most slides look. What is undefined differs from slide to slide. */
export interface Look {
  /** The number of things that master and layout draw. */
  pieces: number | undefined;
  ground: string | undefined;
  /** A layout that looks otherwise is worth less by this. */
  weight: number;
}

/** Where most slides are on a layout without placeholders, its look is worth more than a title. */
const weights = { titled: 0.8, untitled: 1.5 };

/** Returns the look of most slides with content. */
export function usualLook(all: readonly RatedLayout[]): Look {
  const slides = slidesOf(all);
  const forContent = all.filter(({ isForContent }) => isForContent);
  const shown = forContent.length > 0 ? forContent : all;
  const isUsed = slidesOf(shown) > 1;
  const model = (isUsed ? shown : all.filter(isBlank)).find(({ layout }) =>
    isUsual(layout.uses, slides),
  );
  const weight = isUsed ? weights.titled : weights.untitled;
  if (model) return { pieces: model.shapes.pieces.length, ground: groundOf(model), weight };
  const ground = usualGround(isUsed ? shown : all);
  // Covers and dividers stand on pictures that are made for them.
  const isOfContent = isUsed || (ground !== undefined && isColor(ground));
  return { pieces: undefined, ground: isOfContent ? ground : undefined, weight: weights.titled };
}

/** Says whether a layout draws more or fewer things than most slides have, or stands on another ground. */
export function looksOtherwise(rated: RatedLayout, { pieces, ground }: Look): boolean {
  const own = groundOf(rated);
  return (
    (pieces !== undefined && pieces !== rated.shapes.pieces.length) ||
    (ground !== undefined && own !== undefined && !isNear(own, ground))
  );
}
