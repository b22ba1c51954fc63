import { type Element, elements, isElement } from '../../package/xml.ts';
import { type ColorScheme, resolveColor, schemeColor } from '../color.ts';
import { fromHsl, hexOf, rgbOf, toHsl } from '../rgb.ts';

/** A colour as the file says it, and as it looks. */
export interface Tone {
  /** The element inside `a:solidFill`. */
  xml: string;
  hex: string;
}

/** Returns the colour of the scheme by its name. */
export function schemeTone(name: string, scheme: ColorScheme): Tone | undefined {
  const hex = schemeColor(name, scheme);
  return hex ? { xml: `<a:schemeClr val="${name}"/>`, hex } : undefined;
}

/** Returns a tone with its lightness multiplied and raised as PowerPoint's palette does. */
function withLightness({ xml, hex }: Tone, mod: number, off = 0): Tone {
  const [hue, saturation, lightness] = toHsl(rgbOf(hex));
  const value = (share: number) => Math.round(share * 100_000);
  const raised = off === 0 ? '' : `<a:lumOff val="${value(off)}"/>`;
  const change = `<a:lumMod val="${value(mod)}"/>${raised}`;
  return {
    xml: xml.replace(/^<a:(\w+)([^>]*?)(?:\/>|>(.*)<\/a:\w+>)$/, `<a:$1$2>$3${change}</a:$1>`),
    hex: hexOf(fromHsl(hue, saturation, lightness * mod + off)),
  };
}

/** Says whether an element of a colour makes it translucent. */
const isAlpha = ({ local }: Element): boolean => local.startsWith('alpha');

/** Writes a colour element of the file with the prefix of our parts, without its translucency. */
const colorXml = ({ local, attributes, children }: Element): string => {
  const pairs = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${value.replaceAll(/[^\w.%-]/g, '')}"`,
  );
  return `<a:${local}${pairs.join('')}>${children
    .filter(isElement)
    .filter((child) => !isAlpha(child))
    .map(colorXml)
    .join('')}</a:${local}>`;
};

/** Says whether the colour of a fill is translucent. */
export const isTranslucent = (fill: Element | undefined): boolean =>
  elements(fill).some((color) => elements(color).some(isAlpha));

/** Returns the tone of a fill of the file, as `a:solidFill`. It is opaque: beside it, tones of second rank are weaker. */
export function toneOf(fill: Element | undefined, scheme: ColorScheme): Tone | undefined {
  const [element] = elements(fill);
  const color = element && resolveColor(element, scheme);
  return color && color.opacity > 0.5 ? { xml: colorXml(element), hex: color.hex } : undefined;
}

/** Returns the items that are there. */
export const defined = <Item>(items: readonly (Item | undefined)[]): Item[] =>
  items.filter((item): item is Item => item !== undefined);

/** Returns darker and lighter tones of a colour: two for each share of its lightness. */
export const darkerAndLighter = (tone: Tone, shares: readonly number[]): Tone[] =>
  shares.flatMap((mod) => [withLightness(tone, mod), withLightness(tone, mod, 1 - mod)]);

/** The shares of lightness of tints and shades. */
const steps = Array.from({ length: 19 }, (_, at) => (at + 1) / 20);

/** Lists the tints and shades of a colour, as PowerPoint's palette offers them. */
export const tintsOf = (tone: Tone): Tone[] => darkerAndLighter(tone, steps);

/** Lists the accents of a scheme. */
export const accentsOf = (scheme: ColorScheme): Tone[] =>
  defined([1, 2, 3, 4, 5, 6].map((number) => schemeTone(`accent${number}`, scheme)));

/** The text and ground colours of a scheme. */
export const textNames = ['tx1', 'tx2', 'bg1', 'bg2'];

/** Lists the text and ground colours of a scheme, each with its tints and shades. */
export const textTones = (scheme: ColorScheme): Tone[] =>
  defined(textNames.map((name) => schemeTone(name, scheme))).flatMap((tone) => [
    tone,
    ...tintsOf(tone),
  ]);
