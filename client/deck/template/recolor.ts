import type { Recolor } from '../description.ts';
import { type Element, elements, find, numberOf } from '../package/xml.ts';
import { type ColorScheme, resolveColor } from './color.ts';
import { clamp, greyOf, mapRgb, mix, type Rgb, rgbOf } from './rgb.ts';

/** Reads and applies the effects by which a theme recolours a picture. */

/** Reads the effects of a picture. @param placeholder the colour for `phClr` of a theme's fill. */
export function recolorOf(
  blip: Element | undefined,
  scheme: ColorScheme,
  placeholder?: string,
): Recolor | undefined {
  const [dark, light] = elements(find(blip, 'duotone')).map(
    (color) => resolveColor(color, scheme, placeholder)?.hex,
  );
  const lum = find(blip, 'lum');
  const share = (name: string) => (numberOf(lum, name) ?? 0) / 100_000;
  const isGrey = find(blip, 'grayscl') !== undefined;
  if (!(dark && light) && !lum && !isGrey) return;
  return {
    ...(dark && light ? { duotone: [dark, light] as const } : {}),
    brightness: share('bright'),
    contrast: share('contrast'),
    isGrey,
  };
}

/** Recolours one colour. Channels are from 0 to 1. */
export function recolored(rgb: Rgb, { duotone, brightness, contrast, isGrey }: Recolor): Rgb {
  const change = (channel: number) => clamp((channel - 0.5) * (1 + contrast) + 0.5 + brightness);
  const changed = mapRgb(rgb, change);
  const grey = greyOf(changed);
  if (duotone) return rgbOf(mix(duotone[0], duotone[1], grey));
  return isGrey ? [grey, grey, grey] : changed;
}
