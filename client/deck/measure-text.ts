/** Estimates the room that a text takes. Neither Node nor a worker has the typefaces of a file to measure with. */

/** Widths of letters of Arial in thousandths of the size, from the space to the tilde. */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
  556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
  611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
  667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
  222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const otherLetter = 600;
/** The width of each letter of a typeface whose letters are equally wide, in parts of its size. */
const monoLetter = 0.61;
const mono = /mono|courier|consolas|console|typewriter|code\b/i;

/** The widths of typefaces compared with Arial. Every device has these typefaces, or others of equal widths. */
const factors: readonly (readonly [RegExp, number])[] = [
  [/^(arial|helvetica|liberation sans|arimo)$/i, 1],
  [/^arial narrow$/i, 0.82],
  [/^(calibri|carlito)$/i, 0.92],
  [/^(times|times new roman|liberation serif|tinos)$/i, 0.92],
  [/^(cambria|caladea)$/i, 0.97],
];
/** The width of the widest typeface that programs show in place of a missing typeface, such as DejaVu Sans. */
const standIn = 1.17;
/** How much wider bold letters are, in typefaces of known widths and in the widest stand-in. */
const [bold, boldStandIn] = [1.07, 1.15];

/** Returns the width of a typeface compared with Arial. */
const widthFactor = (typeface: string): number =>
  factors.find(([pattern]) => pattern.test(typeface))?.[1] ?? standIn;

export interface Face {
  typeface: string;
  isBold?: boolean;
  isUppercase?: boolean;
  /** In the unit of the size. */
  letterSpacing?: number;
}

/** Returns the width of a text on one line, in the unit of the size. A stand-in for letters of equal width may be wider than they are. */
export function textWidth(
  text: string,
  size: number,
  { typeface, isBold, isUppercase, letterSpacing = 0 }: Face,
): number {
  const shown = isUppercase ? text.toUpperCase() : text;
  const factor = widthFactor(typeface);
  const spaces = shown.length * letterSpacing;
  let sum = 0;
  for (const letter of shown) sum += widths[letter.charCodeAt(0) - 32] ?? otherLetter;
  const weight = isBold ? (factor === standIn ? boldStandIn : bold) : 1;
  const width = (sum / 1000) * size * factor * weight + spaces;
  return mono.test(typeface) ? Math.max(width, shown.length * size * monoLetter + spaces) : width;
}

/** Breaks a text into lines that fit a width. A single word that is wider stays whole. */
export function breakLines(text: string, size: number, width: number, face: Face): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && textWidth(longer, size, face) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
