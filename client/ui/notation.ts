/*
 * The notation of marked text, in titles, leads and on drawn slides:
 *   *words*   the pen marks these words
 *   \n        a line of a title ends here; on phones the titles of the landing page run on
 *   |         a line of a drawn slide ends here
 */

export interface MarkedPart {
  text: string;
  isMarked: boolean;
}

/** Parses marked text. Returns a list of lines; each line is a list of parts. A mark may go over the end of a line. */
export function parseMarkedText(text: string): MarkedPart[][] {
  let isMarked = false;
  return text.split(/[\n|]/).map((line) => {
    const parts: MarkedPart[] = [];
    for (const [index, part] of line.split('*').entries()) {
      if (index > 0) isMarked = !isMarked;
      if (part !== '') parts.push({ text: part, isMarked });
    }
    return parts;
  });
}

/** Returns the words of marked text on one line, without the notation. */
export const plainText = (text: string): string =>
  parseMarkedText(text)
    .map((line) => line.map((part) => part.text).join(''))
    .join(' ');
