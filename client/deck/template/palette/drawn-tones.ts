import { type Element, find } from '../../package/xml.ts';
import type { ColorScheme } from '../color.ts';
import { areaOf, grown, overlap, slideBox } from '../free-area.ts';
import type { FurniturePiece } from '../furniture.ts';
import { fillIn } from '../paint.ts';
import type { RatedLayout } from '../rate-layout.ts';
import { textFill } from '../text-style.ts';
import { defined, isTranslucent, type Tone, toneOf } from './tone.ts';

/** A piece of which less than this share is on the slide is a palette or a note for designers beside it. */
const leastOnSlide = 0.1;

const isOnSlide = ({ shape: { box } }: FurniturePiece): boolean =>
  overlap(grown(box, 1e-6, 1e-6), slideBox) > areaOf(box) * leastOnSlide;

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
