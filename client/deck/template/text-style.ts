import type { Box, TextStyle } from '../description.ts';
import { isTrue } from '../package/is-true.ts';
import { type Element, elements, find, numberOf } from '../package/xml.ts';
import { type ColorScheme, colorIn } from './color.ts';
import { type Theme, typefaceName } from './theme.ts';

/** Resolves the style of a text through everything that it inherits from. */

/** The first-level paragraph styles of a text, from its own to the file's default. */
export type StyleChain = readonly (Element | undefined)[];

/** Returns the style of the first level in a list of styles, as `a:lstStyle` or `p:titleStyle`. */
export const firstLevel = (list: Element | undefined): Element | undefined =>
  find(list, 'lvl1pPr') ?? find(list, 'defPPr');

/** Returns the first-level style that a shape's own text body has. */
export const ownStyle = (shape: Element | undefined): Element | undefined =>
  firstLevel(find(shape, 'txBody', 'lstStyle'));

const first = <Found>(
  chain: StyleChain,
  get: (style: Element) => Found | undefined,
): Found | undefined => {
  for (const style of chain) {
    const found = style && get(style);
    if (found !== undefined) return found;
  }
  return;
};

const runStyle = (style: Element) => find(style, 'defRPr');
const runAttribute = (chain: StyleChain, name: string) =>
  first(chain, (style) => runStyle(style)?.attributes[name]);
const runNumber = (chain: StyleChain, name: string) =>
  first(chain, (style) => numberOf(runStyle(style), name));

/** Says whether a style of a paragraph says the size of its text. */
export const hasSize = (style: Element | undefined): boolean =>
  find(style, 'defRPr')?.attributes.sz !== undefined;

/** Returns the typeface as the file says it: `+mj-lt`, `+mn-lt` or a name. */
export const typefaceToken = (chain: StyleChain, otherwise: '+mj-lt' | '+mn-lt'): string =>
  first(chain, (style) => find(runStyle(style), 'latin')?.attributes.typeface || undefined) ??
  otherwise;

export function typefaceOf(token: string, { fonts }: Theme): string {
  if (token === '+mj-lt') return fonts.heading;
  return token.startsWith('+') ? fonts.body : typefaceName(token);
}

const fillOf = (chain: StyleChain): Element | undefined =>
  first(
    chain,
    (style) => find(runStyle(style), 'solidFill') ?? find(runStyle(style), 'gradFill', 'gsLst'),
  );

/** Returns the fill of the text as an element of the file: `a:solidFill`, or the first stop of a gradient. */
export function textFill(chain: StyleChain): Element | undefined {
  const fill = fillOf(chain);
  return fill?.local === 'gsLst' ? find(fill, 'gs') : fill;
}

/** Returns the stops of the text's gradient; none where its fill is one colour. */
export function textStops(chain: StyleChain): Element[] {
  const fill = fillOf(chain);
  return fill?.local === 'gsLst' ? elements(fill, 'gs') : [];
}

function lineSpacing(chain: StyleChain, size: number): number {
  const spacing = first(chain, (style) => find(style, 'lnSpc'));
  const share = numberOf(find(spacing, 'spcPct'), 'val');
  if (share) return share / 100_000;
  const points = numberOf(find(spacing, 'spcPts'), 'val');
  return points ? points / 100 / (size * 1.2) : 1;
}

/** Resolves a style for drawing. */
export function textStyleOf(
  chain: StyleChain,
  { scheme, theme }: { scheme: ColorScheme; theme: Theme },
  otherwise: '+mj-lt' | '+mn-lt',
): TextStyle {
  const size = (runNumber(chain, 'sz') ?? 1800) / 100;
  const color = colorIn(textFill(chain), scheme);
  return {
    typeface: typefaceOf(typefaceToken(chain, otherwise), theme),
    size,
    color: color ?? {
      hex: scheme.places.get(scheme.map.get('tx1') ?? 'dk1') ?? '#000000',
      opacity: 1,
    },
    isBold: isTrue(runAttribute(chain, 'b')),
    isItalic: isTrue(runAttribute(chain, 'i')),
    isUppercase: runAttribute(chain, 'cap') === 'all',
    letterSpacing: (runNumber(chain, 'spc') ?? 0) / 100,
    lineSpacing: lineSpacing(chain, size),
  };
}

export type Align = 'left' | 'center' | 'right' | 'justify';
/** The names that the file has for alignments. */
export const alignNames = { left: 'l', center: 'ctr', right: 'r', justify: 'just' } as const;
/** The names that the file has for the sides of a box at which its text stands. */
export const anchorNames = { top: 't', middle: 'ctr', bottom: 'b' } as const;

/** Returns what the file means by a name. */
function namedIn<Meaning extends string>(
  names: Readonly<Record<Meaning, string>>,
  name: string | undefined,
): Meaning | undefined {
  const meanings = Object.keys(names) as Meaning[];
  return meanings.find((meaning) => names[meaning] === name);
}

export const alignOf = (chain: StyleChain): Align =>
  namedIn(
    alignNames,
    first(chain, ({ attributes }) => attributes.algn),
  ) ?? 'left';

export type Anchor = keyof typeof anchorNames;

/** Resolves the properties of a text body through everything that it inherits from. */
export function bodyOf(shapes: readonly (Element | undefined)[]) {
  const bodies = shapes.map((shape) => find(shape, 'txBody', 'bodyPr'));
  const attribute = (name: string) =>
    bodies.find((body) => body?.attributes[name] !== undefined)?.attributes[name];
  const inset = (name: string, otherwise: number) =>
    first(bodies, (body) => numberOf(body, name)) ?? otherwise;
  return {
    anchor: namedIn(anchorNames, attribute('anchor')) ?? 'top',
    isVertical: (attribute('vert') ?? 'horz') !== 'horz',
    insets: {
      left: inset('lIns', 91_440),
      right: inset('rIns', 91_440),
      top: inset('tIns', 45_720),
      bottom: inset('bIns', 45_720),
    },
  };
}

/** Returns a box less the margins of its text. */
export function insideOf(
  box: Box,
  { insets }: ReturnType<typeof bodyOf>,
  size: { width: number; height: number },
): Box {
  const [left, right] = [insets.left / size.width, insets.right / size.width];
  const [top, bottom] = [insets.top / size.height, insets.bottom / size.height];
  return {
    x: box.x + left,
    y: box.y + top,
    width: Math.max(0.01, box.width - left - right),
    height: Math.max(0.005, box.height - top - bottom),
  };
}

/** Returns the lines of a text body, fields with the text that the file shows. */
export function linesOf(body: Element | undefined): string[] {
  return elements(body, 'p').flatMap((paragraph) => {
    const text = elements(paragraph).map((run) => {
      if (run.local === 'br') return '\n';
      const [words] = elements(run, 't');
      return words ? words.children.filter((child) => typeof child === 'string').join('') : '';
    });
    return text.join('').split('\n');
  });
}
