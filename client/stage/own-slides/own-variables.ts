import type { CSSProperties } from 'react';
import type { Box, TextStyle } from '../../deck/index.ts';
import type { Described } from '../reader/messages.ts';

const family = (typeface: string) => `"${typeface}", var(--font-sans)`;
const percent = (share: number) => `${Math.round(share * 1e4) / 100}%`;

/** Returns the variables of the template's look: the colours and typefaces of exhibits (slide.css). */
export function ownVariables({ palette, title, text }: Described): CSSProperties {
  return {
    '--deck-paper': palette.paper,
    '--deck-ink': palette.ink,
    '--deck-ink-2': palette.ink2,
    '--deck-strong': palette.strong,
    '--deck-mid': palette.mid,
    '--deck-light': palette.light,
    '--deck-rule': palette.hairline,
    '--deck-key': palette.key,
    '--deck-label': palette.label,
    '--deck-on-key': palette.onLabel,
    '--deck-heading': family(title.typeface),
    '--deck-heading-weight': title.isBold ? '700' : '400',
    '--deck-body': family(text.typeface),
  } as CSSProperties;
}

/** Returns the place of a box. @param small the place on a small slide. */
export function placeOf(box: Box, small: Box = box): CSSProperties {
  return {
    '--x': percent(box.x),
    '--y': percent(box.y),
    '--w': percent(box.width),
    '--h': percent(box.height),
    '--small-x': percent(small.x),
    '--small-y': percent(small.y),
    '--small-w': percent(small.width),
    '--small-h': percent(small.height),
  } as CSSProperties;
}

/** Returns a length in points of the slide as a share of the width of the slide on the page. */
export const points = (size: number, { width }: Described): string =>
  `${Math.round((size / width) * 1e5) / 1e3}cqw`;

const sides = { left: 'start', center: 'center', right: 'end', justify: 'start' } as const;
const anchors = { top: 'start', middle: 'center', bottom: 'end' } as const;

/** Returns the style of text in a place of the template. */
export function styleOf(
  place: TextStyle & { anchor: keyof typeof anchors; align: keyof typeof sides },
): CSSProperties {
  const { typeface, size, color, isBold, isItalic, isUppercase, lineSpacing, anchor, align } =
    place;
  return {
    fontFamily: family(typeface),
    fontWeight: isBold ? 700 : 400,
    fontStyle: isItalic ? 'italic' : 'normal',
    textTransform: isUppercase ? 'uppercase' : 'none',
    letterSpacing: `${place.letterSpacing / size}em`,
    color: color.hex,
    lineHeight: 1.2 * lineSpacing,
    alignContent: anchors[anchor],
    textAlign: sides[align],
  };
}
