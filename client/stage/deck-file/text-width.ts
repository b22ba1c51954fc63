import type { Look } from '../sample/looks.ts';

/** Estimates the room that a text takes. The build and the browser have no typefaces to measure with. */

/** Estimates how many lines a text takes. @param letter the average width of a letter, in parts of its height. */
export function lineCount(words: string, size: number, width: number, letter: number): number {
  let [lines, length] = [1, 0];
  for (const word of words.split(' ')) {
    const longer = length + (length ? 1 : 0) + word.length;
    const fits = longer * size * letter <= width;
    lines += fits ? 0 : 1;
    length = fits ? longer : word.length;
  }
  return lines;
}

/** The average width of a letter of some headings, in parts of its height. */
const letterWidths: Readonly<Record<string, number>> = {
  'STIX Two Text': 0.435,
  'Instrument Sans': 0.49,
  Arial: 0.5,
};
/** The average width for other headings. DejaVu Serif, the stand-in on many Linux systems, is as wide. */
const widestLetter = 0.6;

/** Returns the average width of a letter of a look's headings. */
export const letterWidth = ({ fonts }: Look) => letterWidths[fonts.heading] ?? widestLetter;

/** Returns the average width of a letter on a device without the typeface. Most devices have Arial, and few have ours. */
export const standInWidth = (look: Look) =>
  look.fonts.heading === 'Arial' ? letterWidth(look) : widestLetter;
