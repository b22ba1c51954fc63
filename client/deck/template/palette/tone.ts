import { type Element, elements, isElement } from '../../package/xml.ts';
import { type ColorScheme, resolveColor, schemeColor } from '../color.ts';
import { fromHsl, hexOf, rgbOf, toHsl } from '../rgb.ts';

/** A colour as the file says it, and as it looks. */
export interface Tone {
  /** The element inside `a:solidFill`. */
  xml: string;
  hex: string;
}

/** Returns the colour of the scheme by its name, with its lightness multiplied and raised as PowerPoint's palette does. */
export function schemeTone(name: string, scheme: ColorScheme, mod = 1, off = 0): Tone | undefined {
  const base = schemeColor(name, scheme);
  if (!base) return;
  const [hue, saturation, lightness] = toHsl(rgbOf(base));
  const isPlain = mod === 1 && off === 0;
  const change =
    (mod === 1 ? '' : `<a:lumMod val="${Math.round(mod * 100_000)}"/>`) +
    (off === 0 ? '' : `<a:lumOff val="${Math.round(off * 100_000)}"/>`);
  return {
    xml: isPlain
      ? `<a:schemeClr val="${name}"/>`
      : `<a:schemeClr val="${name}">${change}</a:schemeClr>`,
    hex: isPlain ? base : hexOf(fromHsl(hue, saturation, lightness * mod + off)),
  };
}

/** Writes a colour element of the file with the prefix of our parts. */
const colorXml = ({ local, attributes, children }: Element): string => {
  const pairs = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${value.replaceAll(/[^\w.%-]/g, '')}"`,
  );
  return `<a:${local}${pairs.join('')}>${children.filter(isElement).map(colorXml).join('')}</a:${local}>`;
};

/** Returns the tone of a fill of the file, as `a:solidFill`. */
export function toneOf(fill: Element | undefined, scheme: ColorScheme): Tone | undefined {
  const [element] = elements(fill);
  const color = element && resolveColor(element, scheme);
  return color && color.opacity > 0.5 ? { xml: colorXml(element), hex: color.hex } : undefined;
}

/** Returns the items that are there. */
export const defined = <Item>(items: readonly (Item | undefined)[]): Item[] =>
  items.filter((item): item is Item => item !== undefined);

/** Returns darker and lighter tones of a colour of the scheme: two for each share of its lightness. */
export const darkerAndLighter = (
  name: string,
  scheme: ColorScheme,
  shares: readonly number[],
): Tone[] =>
  defined(
    shares.flatMap((mod) => [
      schemeTone(name, scheme, mod),
      schemeTone(name, scheme, mod, 1 - mod),
    ]),
  );

/** The shares of lightness of tints and shades. */
const steps = Array.from({ length: 19 }, (_, at) => (at + 1) / 20);

/** The accents of a scheme. */
export const accentNames = ['accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6'];

/** Lists darker and lighter tones of the accents. */
export const accentTints = (scheme: ColorScheme): Tone[] =>
  accentNames.flatMap((name) => darkerAndLighter(name, scheme, steps));

/** The text and ground colours of a scheme. */
export const textNames = ['tx1', 'tx2', 'bg1', 'bg2'];

/** Lists the tints and shades of the text and ground colours, as PowerPoint's palette offers them. */
export function tints(scheme: ColorScheme): Tone[] {
  return defined(
    textNames.flatMap((name) => [
      schemeTone(name, scheme),
      ...darkerAndLighter(name, scheme, steps),
    ]),
  );
}
