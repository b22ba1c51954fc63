/** Arithmetic of colours. Channels, lightness and saturation are from 0 to 1, hues in degrees. */

export type Rgb = readonly [red: number, green: number, blue: number];

/** Limits a channel to the range from 0 to 1. */
export const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Returns the grey of a colour: red, green and blue by their brightness to the eye. */
export const greyOf = ([red, green, blue]: Rgb): number =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** Returns the channels of `rrggbb` or `#rrggbb`. */
export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.replace('#', ''), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

/** Returns `#rrggbb`. */
export const hexOf = (rgb: Rgb): string =>
  `#${rgb
    .map((channel) =>
      Math.round(clamp(channel) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Removes the screen's gamma from a channel. */
export const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

export const fromLinear = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

/** Changes each channel. */
export const mapRgb = (rgb: Rgb, change: (channel: number) => number): Rgb => [
  change(rgb[0]),
  change(rgb[1]),
  change(rgb[2]),
];

export function toHsl([red, green, blue]: Rgb): [
  hue: number,
  saturation: number,
  lightness: number,
] {
  const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [lightness, range] = [(high + low) / 2, high - low];
  if (range === 0) return [0, 0, lightness];
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  const sixth =
    high === red
      ? (green - blue) / range
      : high === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return [(sixth * 60 + 360) % 360, saturation, lightness];
}

export function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const [s, l] = [clamp(saturation), clamp(lightness)];
  const reach = s * Math.min(l, 1 - l);
  const channel = (offset: number) => {
    const turn = (offset + hue / 30) % 12;
    return l - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1));
  };
  return [channel(0), channel(8), channel(4)];
}

const luminance = (hex: string): number => greyOf(mapRgb(rgbOf(hex), toLinear));

/** Returns the contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Converts a colour to OKLab (Björn Ottosson). There, equal distances look equally different. */
export function labOf(hex: string): [lightness: number, a: number, b: number] {
  const [red, green, blue] = mapRgb(rgbOf(hex), toLinear);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

/** Returns how different two colours look: their distance in OKLab. */
export function distance(one: string, other: string): number {
  const [a, b] = [labOf(one), labOf(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Returns how colourful a colour is: 0 for grey, about 0.3 for the purest colours of a screen. */
export function chroma(hex: string): number {
  const [, a, b] = labOf(hex);
  return Math.hypot(a, b);
}

/** Returns the difference of two hues in OKLab, from 0 to 180 degrees. */
export function hueDistance(one: string, other: string): number {
  const hueOf = (hex: string) => {
    const [, a, b] = labOf(hex);
    return (Math.atan2(b, a) * 180) / Math.PI;
  };
  const between = Math.abs(hueOf(one) - hueOf(other));
  return Math.min(between, 360 - between);
}

/** Mixes two colours channel by channel. @param share of the second, from 0 to 1. */
export function mixRgb(from: Rgb, to: Rgb, share: number): Rgb {
  const channel = (at: 0 | 1 | 2) => from[at] * (1 - share) + to[at] * share;
  return [channel(0), channel(1), channel(2)];
}

export const mix = (one: string, other: string, share: number): string =>
  hexOf(mixRgb(rgbOf(one), rgbOf(other), share));

/** Returns the mean of colours, channel by channel; white where there is none. */
export function average(colors: readonly string[]): string {
  if (colors.length === 0) return '#ffffff';
  const sums: [number, number, number] = [0, 0, 0];
  for (const [red, green, blue] of colors.map(rgbOf)) {
    sums[0] += red;
    sums[1] += green;
    sums[2] += blue;
  }
  return hexOf(mapRgb(sums, (sum) => sum / colors.length));
}
