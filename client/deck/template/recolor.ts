import type { Recolor } from '../description.ts';
import { type Element, elements, find, numberOf } from '../package/xml.ts';
import { type ColorScheme, resolveColor } from './color.ts';
import { clamp, greyOf, mapRgb, mixRgb, type Rgb, rgbOf } from './rgb.ts';

/** Reads and applies the effects by which a theme recolours a picture. */

/** The washout of PowerPoint. It makes black a light grey, while such a brightness alone would make everything white. */
const washout = { bright: 0.7, contrast: -0.7, brightness: 0.5 };

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
  const [bright, contrast] = [share('bright'), share('contrast')];
  const isWashout = bright === washout.bright && contrast === washout.contrast;
  return {
    ...(dark && light ? { duotone: [dark, light] as const } : {}),
    brightness: isWashout ? washout.brightness : bright,
    contrast,
    isGrey,
  };
}

/** Returns a function that recolours a colour. Channels are from 0 to 1. */
export function recoloring({ duotone, brightness, contrast, isGrey }: Recolor): (rgb: Rgb) => Rgb {
  const change = (channel: number) => clamp((channel - 0.5) * (1 + contrast) + 0.5 + brightness);
  const [dark, light] = duotone?.map(rgbOf) ?? [];
  return (rgb) => {
    const changed = mapRgb(rgb, change);
    const grey = greyOf(changed);
    if (dark && light) return mixRgb(dark, light, grey);
    return isGrey ? [grey, grey, grey] : changed;
  };
}

/** Recolours pixels in place. @param data red, green, blue and opacity of each pixel, from 0 to 255. */
export function recolorPixels(data: Uint8ClampedArray, recolor: Recolor): void {
  const recolored = recoloring(recolor);
  for (let at = 0; at < data.length; at += 4) {
    const channel = (offset: number) => (data[at + offset] ?? 0) / 255;
    const rgb = recolored([channel(0), channel(1), channel(2)]);
    for (const offset of [0, 1, 2] as const) data[at + offset] = rgb[offset] * 255;
  }
}
