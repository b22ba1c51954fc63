import type { TitlePlace } from './description.ts';
import { breakLines, textWidth } from './measure-text.ts';

/** A title that fits its place. */
export interface FittedTitle {
  text: string;
  /** In points. */
  size: number;
  lines: readonly string[];
}

/** No title is made smaller than this, in points. */
const leastSize = 18;
/** The distance of two lines of a typeface, in parts of its size. */
const linePitch = 1.2;

/** The heading of a so-what, in sizes of the text, and at most in parts of the title's size. */
const [sideHeading, mostOfTitle] = [1.36, 0.85];

/** Returns the size of the heading of a so-what. All sizes are in points. */
export const sideHeadingSize = (text: number, title: number): number =>
  Math.max(text, Math.min(text * sideHeading, title * mostOfTitle));

/** The share of the template's size down to which a title shrinks before a shorter wording takes its place. */
const leastShare = 0.7;

/** Returns the size down to which a title shrinks before a shorter wording takes its place. Sizes are in points. */
export const shrunk = (size: number): number =>
  Math.max(size * leastShare, Math.min(size, leastSize));

/** Sizes that are tried, as shares of the template's, before and after a shorter wording. */
const [largeSteps, smallSteps] = [
  [1, 0.9, 0.8, leastShare],
  [0.625, 0.55, 0.475, 0.4],
];

/**
 * Chooses the first wording that fits the title's place on two lines, at the template's size or down to 70 percent of it.
 * Where none fits, the wordings are tried again down to 18 points. Where none fits then, the shortest stands at 18 points,
 * or at the template's own size if that is smaller.
 * @param slide the size of the slide in points.
 */
export function fitTitle(
  title: TitlePlace,
  wordings: readonly string[],
  slide: { width: number; height: number },
): FittedTitle {
  const [width, height] = [title.inside.width * slide.width, title.inside.height * slide.height];
  const sizesOf = (steps: readonly number[]) =>
    steps
      .map((share) => title.size * share)
      .filter((size) => size >= leastSize || size === title.size);
  // A line alone fits where its letters do, as in a box that was made for one line.
  const heightOf = (size: number, count: number) =>
    count === 1 ? size : count * size * linePitch * title.lineSpacing;
  const fits = (size: number, lines: readonly string[]) =>
    heightOf(size, lines.length) <= height * 1.02 &&
    lines.length <= 2 &&
    lines.every((line) => textWidth(line, size, title) <= width);
  for (const sizes of [sizesOf(largeSteps), sizesOf(smallSteps)]) {
    for (const text of wordings) {
      for (const size of sizes) {
        const lines = breakLines(text, size, width, title);
        if (fits(size, lines)) return { text, size, lines };
      }
    }
  }
  const text = wordings.toSorted((one, other) => one.length - other.length)[0] ?? '';
  const size = Math.min(title.size, leastSize);
  return { text, size, lines: breakLines(text, size, width, title) };
}

/** Fits the titles of a deck. All have the size of the one that needs the smallest. */
export function fitTitles(
  title: TitlePlace,
  titles: readonly (readonly string[])[],
  slide: { width: number; height: number },
): FittedTitle[] {
  const fitted = titles.map((wordings) => fitTitle(title, wordings, slide));
  const size = Math.min(title.size, ...fitted.map((each) => each.size));
  const width = title.inside.width * slide.width;
  return fitted.map(({ text }) => ({ text, size, lines: breakLines(text, size, width, title) }));
}
