import { colors } from '../../../shared/colors.ts';
import { drawing, png } from './paint.ts';

/**
 * Returns the mark in a square of 32 units. Its lines are thicker than in the navigation, so that they can be seen at 16
 * pixels. The dark theme outlines the mark.
 * @param margin the empty space around the mark, in 32nds of its width. Platforms crop up to a tenth of each side.
 */
function mark(ground: string, margin: number): string {
  const view = `${-margin} ${-margin} ${32 + 2 * margin} ${32 + 2 * margin}`;
  return drawing('icon.svg', { view, ground, 'dark-ink': colors.ink[1] });
}

/** The mark without a background. */
export const faviconSvg = mark('', 0);

const paper = `<path fill="${colors.paper[0]}" d="M-99-99h999v999H-99z"/>`;
/** Draws the mark on paper, for platforms that would add a background of their own. */
export const tileIcon = (size: number, margin: number): Buffer => png(mark(paper, margin), size);

/** Returns an icon file with one PNG of 32 pixels: the header, and the picture's size, planes, depth, length and place. */
export function faviconIco(): Buffer {
  const picture = png(faviconSvg, 32);
  const header = Buffer.from([
    0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0,
  ]);
  header.writeUInt32LE(picture.length, 14);
  return Buffer.concat([header, picture]);
}
