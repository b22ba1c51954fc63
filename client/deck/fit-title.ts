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

/**
 * Chooses the first wording that fits the title's place, at the template's size or, in steps of a tenth, down to 18 points.
 * Where none fits, the shortest stands at 18 points, or at the template's own size if that is smaller.
 * @param slide the size of the slide in points.
 */
export function fitTitle(
  title: TitlePlace,
  wordings: readonly string[],
  slide: { width: number; height: number },
): FittedTitle {
  const [width, height] = [title.inside.width * slide.width, title.inside.height * slide.height];
  const steps = [1, 0.9, 0.8, 0.7, 0.625, 0.55, 0.475, 0.4].map((share) => title.size * share);
  const sizes = steps.filter((size, at) => at === 0 || size >= leastSize);
  const fits = (size: number, lines: readonly string[]) =>
    lines.length * size * linePitch * title.lineSpacing <= height * 1.02 &&
    lines.length <= 2 &&
    lines.every((line) => textWidth(line, size, title) <= width);
  for (const text of wordings) {
    for (const size of sizes) {
      const lines = breakLines(text, size, width, title);
      if (fits(size, lines)) return { text, size, lines };
    }
  }
  const text = wordings.toSorted((one, other) => one.length - other.length)[0] ?? '';
  const size = sizes.at(-1) ?? title.size;
  return { text, size, lines: breakLines(text, size, width, title) };
}
