import { colors } from '../../../shared/colors.ts';
import type { Look, Palette } from '../sample/looks.ts';
import { fittedFurniture } from './furniture.ts';
import type { Template } from './read-template.ts';

/** Makes a look of a foreign template, whose colours may be hard to read, and says what was changed. */

export interface ReadableLook {
  look: Look;
  /** The colours that were changed, by what they are used for. */
  changed: readonly (keyof Palette)[];
}

const textContrast = 4.5;
const fillContrast = 3;
/** The lowest contrast at which a hairline or a pale fill can be seen. */
const faintest = 1.15;
/** The distance in OKLab below which two colours look the same. */
const closest = 0.09;

/** Returns red, green and blue of `#rrggbb` from 0 to 1, without the screen's gamma. */
function linear(color: string): [red: number, green: number, blue: number] {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function luminance(color: string): number {
  const [red, green, blue] = linear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Converts a colour to OKLab (Björn Ottosson). There, equal distances look equally different. */
function lab(color: string): [number, number, number] {
  const [red, green, blue] = linear(color);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

function distance(one: string, other: string): number {
  const [a, b] = [lab(one), lab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Mixes two colours channel by channel. @param share of the second, from 0 to 1. */
function mix(one: string, other: string, share: number): string {
  const channel = (at: number) => {
    const [from, to] = [one, other].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    const value = Math.round((from ?? 0) * (1 - share) + (to ?? 0) * share);
    return value.toString(16).padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

const better = (ground: string, one: string, other: string) =>
  contrast(one, ground) >= contrast(other, ground) ? one : other;

/** Returns our ink or white, or black where the paper is too dark for our ink and too pale for white. */
function safeInk(paper: string): string {
  const ink = better(paper, colors['slide-ink'][0], '#ffffff');
  return contrast(ink, paper) >= textContrast ? ink : better(paper, '#000000', '#ffffff');
}

/** Chooses the key colour: `accent2`, or the first accent that differs from all other colours of a chart. */
function keyOf(template: Template, ink: string, mid: string, light: string, paper: string) {
  const { accent2, accent1, accent3, accent4, accent5, accent6 } = template.colors;
  const others = [ink, mid, light, paper];
  const differs = (color: string) => others.every((other) => distance(color, other) >= closest);
  const found = [accent2, accent1, accent3, accent4, accent5, accent6].find(differs);
  // The page's own pen, where no accent stands out.
  return found ?? [colors.marker[0], accent2].find(differs) ?? accent2;
}

/** Moves a colour towards the paper until text in ink or paper can be read on it. */
function withReadableText(key: string, ink: string, paper: string): string {
  const isReadable = (color: string) =>
    contrast(color, ink) >= textContrast || contrast(color, paper) >= textContrast;
  const steps = Array.from({ length: 11 }, (_, step) => mix(key, paper, step / 10));
  return steps.find(isReadable) ?? paper;
}

/**
 * Makes a look of a template: paper `lt1`, ink `dk2`, second ink `dk1`, mid `accent1`, light `lt2`, key `accent2`. Text
 * has a contrast of at least 4.5 on its ground, and lines and fills of second rank have 3. Key and light fills have an
 * edge wherever they are drawn.
 */
export function readableLook(template: Template): ReadableLook {
  const { lt1: paper, dk2, dk1, accent1, lt2, accent2 } = template.colors;
  const readable = (color: string, instead: string) =>
    contrast(color, paper) >= textContrast ? color : instead;
  const ink = readable(dk2, safeInk(paper));
  const ink2 = readable(dk1, ink);
  const mid = contrast(accent1, paper) >= fillContrast ? accent1 : ink2;
  // Third rank lies between the paper and the second rank.
  const isPale = contrast(lt2, paper) >= faintest && contrast(lt2, paper) < contrast(mid, paper);
  const light = isPale ? lt2 : mix(paper, ink, 0.2);
  const key = withReadableText(keyOf(template, ink, mid, light, paper), ink, paper);
  const palette = { paper, ink, ink2, mid, light, key, onKey: better(key, ink, paper) };
  const asked = { paper, ink: dk2, ink2: dk1, mid: accent1, light: lt2, key: accent2 };
  const names = ['ink', 'ink2', 'mid', 'light', 'key'] as const;
  const { accent3, accent4, accent5, accent6, hlink, folHlink } = template.colors;
  const others = { accent3, accent4, accent5, accent6, hlink, folHlink };
  return {
    look: {
      palette,
      fonts: template.fonts,
      others,
      furniture: fittedFurniture(template.furniture),
    },
    changed: names.filter((name) => palette[name] !== asked[name]),
  };
}

const uses: Readonly<Record<keyof Palette, string>> = {
  paper: 'paper',
  ink: 'text',
  ink2: 'small text',
  mid: 'lines',
  light: 'pale fills',
  key: 'the key colour',
  onKey: 'text on the key colour',
};

const listed = (words: readonly string[]) => words.join(', ').replace(/, (?=[^,]*$)/, ' and ');

/** A remark on a template. The foot of the pane has room for the short form. */
export interface TemplateRemark {
  short: string;
  long: string;
}

/** Returns what the page says of a template: the colours that were changed, and a shape other than 16:9. */
export function templateRemarks(
  { ratio }: Template,
  { changed }: ReadableLook,
): readonly TemplateRemark[] {
  const remarks: TemplateRemark[] = [];
  if (changed.length > 0) {
    const words = listed(changed.map((name) => uses[name]));
    const remark = (colors: string) => `Changed to be readable: ${colors}.`;
    const count = `${changed.length} colours`;
    remarks.push({ short: remark(changed.length > 2 ? count : words), long: remark(words) });
  }
  if (Math.abs(ratio - 16 / 9) > 0.02) {
    const shape = Math.abs(ratio - 4 / 3) < 0.02 ? '4:3' : 'not 16:9';
    const words = `Your template is ${shape}; our slides stay 16:9.`;
    remarks.push({ short: words, long: words });
  }
  return remarks;
}
