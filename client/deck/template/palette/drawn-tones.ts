import { type Element, find } from '../../package/xml.ts';
import type { ColorScheme } from '../color.ts';
import type { FurniturePiece } from '../furniture.ts';
import { fillIn } from '../paint.ts';
import type { RatedLayout } from '../rate-layout.ts';
import { textFill } from '../text-style.ts';
import { defined, type Tone, toneOf } from './tone.ts';

/** Says whether the middle of a piece is on the slide. Palettes and notes for designers lie beside it. */
function isOnSlide({ shape: { box } }: FurniturePiece): boolean {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return x >= 0 && x <= 1 && y >= 0 && y <= 1;
}

/** Returns the XML elements that fill a piece, its line and its text. */
function fillsOf({ shape, fill, outline, lines }: FurniturePiece): (Element | undefined)[] {
  const { element, groupFill } = shape;
  const [properties, style] = [find(element, 'spPr'), find(element, 'style')];
  const own = fillIn(properties);
  const isFilled = fill.kind === 'solid' || fill.kind === 'gradient';
  // A frame around a text is a stamp, as "Confidential".
  if (outline && lines.length > 0 && !isFilled) return [];
  return [
    isFilled ? (own?.local === 'grpFill' ? groupFill : (own ?? find(style, 'fillRef'))) : undefined,
    outline ? (fillIn(find(properties, 'ln')) ?? find(style, 'lnRef')) : undefined,
    lines.length > 0 ? find(element, 'txBody', 'p', 'r', 'rPr', 'solidFill') : undefined,
  ];
}

/** Lists the colours in which a master and its layout draw titles, shapes, lines and texts, as the file says them. */
export function drawnTones(
  { title, titlePanel, shapes }: RatedLayout,
  scheme: ColorScheme,
): Tone[] {
  const pieces = [...(titlePanel ? [titlePanel] : []), ...shapes.pieces.filter(isOnSlide)];
  const fills = [textFill(title.chain), ...pieces.flatMap(fillsOf)];
  // A translucent colour looks different on each ground.
  return defined(fills.map((fill) => toneOf(fill, scheme))).filter(
    ({ xml }) => !/schemeClr|<a:alpha/.test(xml),
  );
}
