import type { PdfPage, Word } from '../impress.ts';

/** Faults of the words on the pages of a PDF that Impress has made of a download. */

/** Returns the share of the smaller word's area that another word covers. */
export function overlap(one: Word, other: Word): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  if (width <= 0 || height <= 0) return 0;
  const area = ({ left, right, top, bottom }: Word) => (right - left) * (bottom - top);
  return (width * height) / Math.min(area(one), area(other));
}

/** Returns the words that leave a page or that another word covers. */
export function wordFaults({ width, height, words }: PdfPage): string[] {
  const outside = words.filter(
    ({ left, right, top, bottom }) => left < 0 || top < 0 || right > width || bottom > height,
  );
  const covered = words.flatMap((word, index) =>
    words
      .slice(index + 1)
      .filter((other) => overlap(word, other) > 0.3)
      .map((other) => `“${word.text}” covers “${other.text}”`),
  );
  return [...outside.map(({ text }) => `“${text}” leaves the page`), ...covered];
}

/**
 * Returns the faults of the pages of a deck. A fault that is on every page is in the template's own drawing.
 * @returns each fault with its page.
 */
export function wordFaultsOf(pages: readonly PdfPage[]): string[] {
  const all = pages.map(wordFaults);
  return all.flatMap((faults, index) =>
    faults
      .filter((fault) => !all.every((others) => others.includes(fault)))
      .map((fault) => `page ${index + 1}: ${fault}`),
  );
}
