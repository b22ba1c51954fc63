import type { Color, Crop, Outline, Paint } from '../description.ts';
import { type Element, elements, find, numberOf } from '../package/xml.ts';
import { type ColorScheme, colorIn, resolveColor } from './color.ts';
import { recolorOf } from './recolor.ts';
import { mix } from './rgb.ts';
import type { Theme } from './theme.ts';

/** Resolves fills and lines of shapes and backgrounds. */

/** What names inside a part lead to. */
export interface PaintContext {
  scheme: ColorScheme;
  theme: Theme;
  /** Returns the number of a picture by the id of its relationship. */
  pictureOf: (id: string | undefined) => number | undefined;
  /** The same for the pictures of the theme, which have relationships of their own. */
  themePictureOf: (id: string | undefined) => number | undefined;
}

const fillNames = new Set(['noFill', 'solidFill', 'gradFill', 'blipFill', 'pattFill', 'grpFill']);

/** Returns the element of a fill among the children of an element. */
export const fillIn = (parent: Element | undefined): Element | undefined =>
  elements(parent).find(({ local }) => fillNames.has(local));

export function cropOf(blipFill: Element): Crop {
  const source = find(blipFill, 'srcRect');
  const side = (name: string) => (numberOf(source, name) ?? 0) / 100_000;
  return { left: side('l'), top: side('t'), right: side('r'), bottom: side('b') };
}

function gradient(element: Element, { scheme }: PaintContext, placeholder?: string): Paint {
  const stops = elements(find(element, 'gsLst'), 'gs')
    .flatMap((stop) => {
      const color = colorIn(stop, scheme, placeholder);
      return color ? [{ at: (numberOf(stop, 'pos') ?? 0) / 100_000, color }] : [];
    })
    .toSorted((one, other) => one.at - other.at);
  const [first] = stops;
  if (!first) return { kind: 'none' };
  if (stops.length === 1) return { kind: 'solid', color: first.color };
  const path = find(element, 'path');
  const target = find(path, 'fillToRect');
  const side = (name: string) => (numberOf(target, name) ?? 0) / 100_000;
  const center = { x: (side('l') + 1 - side('r')) / 2, y: (side('t') + 1 - side('b')) / 2 };
  const angle = (numberOf(find(element, 'lin'), 'ang') ?? 0) / 60_000;
  return { kind: 'gradient', shape: path ? 'radial' : 'linear', angle, center, stops };
}

/** Resolves a fill. Returns undefined where nothing is said. */
export function paintOf(
  element: Element | undefined,
  context: PaintContext,
  placeholder?: string,
): Paint | undefined {
  if (!element) return;
  switch (element.local) {
    case 'solidFill': {
      const color = colorIn(element, context.scheme, placeholder);
      return color ? { kind: 'solid', color } : undefined;
    }
    case 'gradFill':
      return gradient(element, context, placeholder);
    case 'blipFill': {
      const blip = find(element, 'blip');
      const picture = context.pictureOf(blip?.attributes['r:embed']);
      if (picture === undefined) return { kind: 'none' };
      const recolor = recolorOf(blip, context.scheme, placeholder);
      const opacity = (numberOf(find(blip, 'alphaModFix'), 'amt') ?? 100_000) / 100_000;
      return {
        kind: 'picture',
        picture,
        crop: cropOf(element),
        opacity,
        isTiled: find(element, 'tile') !== undefined,
        ...(recolor ? { recolor } : {}),
      };
    }
    case 'pattFill': {
      const front = colorIn(find(element, 'fgClr'), context.scheme, placeholder);
      const back = colorIn(find(element, 'bgClr'), context.scheme, placeholder);
      const color =
        front && back
          ? { hex: mix(back.hex, front.hex, 0.3), opacity: back.opacity }
          : (back ?? front);
      return color ? { kind: 'solid', color } : { kind: 'none' };
    }
    case 'noFill':
      return { kind: 'none' };
    default:
      return;
  }
}

/** Resolves a reference to a fill of the theme: 1 to 3 for shapes, 1001 to 1003 for backgrounds. */
export function paintOfReference(
  reference: Element | undefined,
  context: PaintContext,
): Paint | undefined {
  const index = numberOf(reference, 'idx');
  if (!reference || index === undefined) return;
  if (index === 0 || index === 1000) return { kind: 'none' };
  const { fills, backgroundFills } = context.theme;
  const fill = index > 1000 ? backgroundFills[index - 1001] : fills[index - 1];
  const color = colorIn(reference, context.scheme);
  const ofTheme = { ...context, pictureOf: context.themePictureOf };
  return paintOf(fill, ofTheme, color?.hex) ?? (color ? { kind: 'solid', color } : undefined);
}

const pointsOf = (emu: number) => emu / 12_700;

/** Resolves the line of a shape: its own, else that of its style. */
export function outlineOf(
  properties: Element | undefined,
  style: Element | undefined,
  context: PaintContext,
): Outline | undefined {
  const own = find(properties, 'ln');
  const fill = fillIn(own);
  if (fill?.local === 'noFill') return;
  const reference = find(style, 'lnRef');
  const index = numberOf(reference, 'idx') ?? 0;
  const styled = index > 0 ? context.theme.lines[index - 1] : undefined;
  const placeholder = colorIn(reference, context.scheme)?.hex;
  const firstColor = (element: Element | undefined): Color | undefined => {
    if (element?.local !== 'gradFill') return colorIn(element, context.scheme, placeholder);
    const [stop] = elements(find(element, 'gsLst'));
    return colorIn(stop, context.scheme, placeholder);
  };
  const color = firstColor(fill ?? fillIn(styled));
  if (!color) return;
  const width = numberOf(own, 'w') ?? numberOf(styled, 'w') ?? 9525;
  const dash = find(own, 'prstDash')?.attributes.val ?? 'solid';
  return { color, width: pointsOf(width), isDashed: dash !== 'solid' };
}

/** Resolves the background of a layout, else of its master. */
export function backgroundOf(parts: readonly { content: Element; context: PaintContext }[]): Paint {
  for (const { content, context } of parts) {
    const background = find(content, 'cSld', 'bg');
    const properties = find(background, 'bgPr');
    const found = properties
      ? paintOf(fillIn(properties), context)
      : paintOfReference(find(background, 'bgRef'), context);
    if (found) return found;
  }
  const [part] = parts;
  const paper =
    part &&
    resolveColor(
      { name: 'a:schemeClr', local: 'schemeClr', attributes: { val: 'bg1' }, children: [] },
      part.context.scheme,
    );
  return paper ? { kind: 'solid', color: paper } : { kind: 'none' };
}
