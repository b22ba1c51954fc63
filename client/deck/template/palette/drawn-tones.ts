import { type Element, find } from '../../package/xml.ts';
import type { ColorScheme } from '../color.ts';
import type { FurniturePiece } from '../furniture.ts';
import { fillIn } from '../paint.ts';
import type { RatedLayout } from '../rate-layout.ts';
import { textFill } from '../text-style.ts';
import { defined, isTranslucent, type Tone, toneOf } from './tone.ts';

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

/** The colours in which a template draws. A translucent colour does not count, because it looks different on each ground. */
export interface DrawnTones {
  /** The colour of titles, if it is one of the scheme. */
  title: Tone | undefined;
  /** The colours of titles, shapes, lines and texts that the file says as fixed colours. */
  fixed: readonly Tone[];
  /** The colours of the scheme in which shapes, lines and texts are. */
  ofScheme: readonly Tone[];
}

/** Lists the colours in which a master and its layout draw. */
export function drawnTones(
  { title, titlePanel, shapes }: RatedLayout,
  scheme: ColorScheme,
): DrawnTones {
  const pieces = [...(titlePanel ? [titlePanel] : []), ...shapes.pieces.filter(isOnSlide)];
  const solid = (fills: readonly (Element | undefined)[]) =>
    defined(fills.map((fill) => (isTranslucent(fill) ? undefined : toneOf(fill, scheme))));
  const isOfScheme = ({ xml }: Tone) => xml.includes('schemeClr');
  const titles = solid([textFill(title.chain)]);
  const drawn = solid(pieces.flatMap(fillsOf));
  return {
    title: titles.find(isOfScheme),
    fixed: [...titles, ...drawn].filter((tone) => !isOfScheme(tone)),
    ofScheme: drawn.filter(isOfScheme),
  };
}
