import type { Color } from '../description.ts';
import { type Element, elements, numberOf } from '../package/xml.ts';
import { presetColor, systemColor } from './named-colors.ts';
import {
  fromHsl,
  fromLinear,
  greyOf,
  hexOf,
  mapRgb,
  type Rgb,
  rgbOf,
  toHsl,
  toLinear,
} from './rgb.ts';

/** Resolves the colours of DrawingML against a theme and a colour map. */

/** The colours that names lead to. */
export interface ColorScheme {
  /** `#rrggbb` by place of the theme, as `dk1` and `accent2`. */
  places: ReadonlyMap<string, string>;
  /** From the names of slides, as `tx1`, to places. */
  map: ReadonlyMap<string, string>;
}

const defaultMap: Readonly<Record<string, string>> = {
  tx1: 'dk1',
  bg1: 'lt1',
  tx2: 'dk2',
  bg2: 'lt2',
};

/** Returns `#rrggbb` of a colour of the scheme by its name on slides. */
export function schemeColor(name: string, { places, map }: ColorScheme): string | undefined {
  return places.get(map.get(name) ?? defaultMap[name] ?? name);
}

const share = (value: number | undefined, none = 100_000) => (value ?? none) / 100_000;

type Change = (rgb: Rgb, value: number) => Rgb;

const inHsl =
  (change: (hsl: [number, number, number], value: number) => void): Change =>
  (rgb, value) => {
    const hsl = toHsl(rgb);
    change(hsl, value);
    return fromHsl(...hsl);
  };

const changes: Readonly<Record<string, Change>> = {
  lumMod: inHsl((hsl, value) => {
    hsl[2] *= value;
  }),
  lumOff: inHsl((hsl, value) => {
    hsl[2] += value;
  }),
  lum: inHsl((hsl, value) => {
    hsl[2] = value;
  }),
  satMod: inHsl((hsl, value) => {
    hsl[1] *= value;
  }),
  satOff: inHsl((hsl, value) => {
    hsl[1] += value;
  }),
  sat: inHsl((hsl, value) => {
    hsl[1] = value;
  }),
  hueMod: inHsl((hsl, value) => {
    hsl[0] *= value;
  }),
  shade: (rgb, value) => mapRgb(rgb, (channel) => fromLinear(toLinear(channel) * value)),
  tint: (rgb, value) => mapRgb(rgb, (channel) => fromLinear(toLinear(channel) * value + 1 - value)),
  inv: (rgb) => mapRgb(rgb, (channel) => 1 - channel),
  gray: (rgb) => mapRgb(rgb, () => greyOf(rgb)),
};

/** Returns the colour of `a:srgbClr` or a similar element, before its changes. */
function baseColor(
  element: Element,
  scheme: ColorScheme,
  placeholder: string | undefined,
): string | undefined {
  const value = element.attributes.val ?? '';
  switch (element.local) {
    case 'srgbClr':
      return /^[\da-f]{6}$/i.test(value) ? `#${value.toLowerCase()}` : undefined;
    case 'sysClr': {
      const last = element.attributes.lastClr ?? '';
      return /^[\da-f]{6}$/i.test(last) ? `#${last.toLowerCase()}` : systemColor(value);
    }
    case 'prstClr':
      return presetColor(value);
    case 'schemeClr':
      return value === 'phClr' ? placeholder : schemeColor(value, scheme);
    case 'scrgbClr': {
      const channel = (name: string) => fromLinear(share(numberOf(element, name), 0));
      return hexOf([channel('r'), channel('g'), channel('b')]);
    }
    case 'hslClr':
      return hexOf(
        fromHsl(
          (numberOf(element, 'hue') ?? 0) / 60_000,
          share(numberOf(element, 'sat')),
          share(numberOf(element, 'lum')),
        ),
      );
    default:
      return;
  }
}

/** Resolves a colour element, as `a:schemeClr`. @param placeholder the colour for `phClr` of a theme's style. */
export function resolveColor(
  element: Element,
  scheme: ColorScheme,
  placeholder?: string,
): Color | undefined {
  const base = baseColor(element, scheme, placeholder);
  if (!base) return;
  let rgb = rgbOf(base);
  let opacity = 1;
  for (const change of elements(element)) {
    const value = share(numberOf(change, 'val'));
    if (change.local === 'alpha') opacity = value;
    else if (change.local === 'alphaMod') opacity *= value;
    else if (change.local === 'alphaOff') opacity += value;
    else rgb = changes[change.local]?.(rgb, value) ?? rgb;
  }
  return { hex: hexOf(rgb), opacity: Math.min(1, Math.max(0, opacity)) };
}

/** Resolves the first colour inside an element, as in `a:solidFill`. */
export function colorIn(
  parent: Element | undefined,
  scheme: ColorScheme,
  placeholder?: string,
): Color | undefined {
  for (const child of elements(parent)) {
    const color = resolveColor(child, scheme, placeholder);
    if (color) return color;
  }
  return;
}
