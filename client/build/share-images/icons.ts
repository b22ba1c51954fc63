import { colors } from '../../../shared/colors.ts';
import { drawing, png } from './paint.ts';

/**
 * The mark in a square of 32, heavier than in the navigation so that it holds at 16 pixels. In the dark it is outlined.
 * @param margin empty space around the mark, in 32nds of its width; platforms crop up to a tenth of each side.
 */
function mark(ground: string, margin: number): string {
  const view = `${-margin} ${-margin} ${32 + 2 * margin} ${32 + 2 * margin}`;
  return drawing('icon.svg', { view, ground, 'dark-ink': colors.ink[1] });
}

/** The mark alone, on nothing. */
export const faviconSvg = mark('', 0);

const paper = `<path fill="${colors.paper[0]}" d="M-99-99h999v999H-99z"/>`;
/** The mark on paper, for places that would put it on a ground of their own. */
export const tileIcon = (size: number, margin: number): Buffer => png(mark(paper, margin), size);

/** An icon file with one PNG of 32 pixels: its header, and of its one picture size, planes, depth, length and place. */
export function faviconIco(): Buffer {
  const picture = png(faviconSvg, 32);
  const header = Buffer.from([
    0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0,
  ]);
  header.writeUInt32LE(picture.length, 14);
  return Buffer.concat([header, picture]);
}
