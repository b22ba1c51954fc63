import { type Element, elements, isElement } from '../package/xml.ts';
import { type ColorScheme, resolveColor, schemeColor } from './color.ts';
import { type Ground, unrestOf } from './ground.ts';
import {
  average,
  chroma,
  contrast,
  distance,
  fromHsl,
  hexOf,
  labOf,
  mix,
  rgbOf,
  toHsl,
} from './rgb.ts';

/** Chooses the colours of the exhibits from the template's own scheme, for the ground that is really there. */

/** A colour as the file says it, and as it looks. */
export interface Tone {
  /** The element inside `a:solidFill`. */
  xml: string;
  hex: string;
}

export interface Tones {
  /** The ground in one colour. */
  paper: Tone;
  ink: Tone;
  ink2: Tone;
  /** Fills that stand for a whole beside the key. */
  strong: Tone;
  mid: Tone;
  light: Tone;
  hairline: Tone;
  key: Tone;
  /** The key colour as the ground of a label, and the text on it. */
  label: Tone;
  onLabel: Tone;
}

export interface Palette {
  tones: Tones;
  /** True if no text of the template is readable on the ground, so that the content stands on a panel in `paper`. */
  needsPanel: boolean;
}

const textContrast = 4.5;
/** The template's own body colour stays at this contrast on a smooth ground, because the template chose it for this ground. */
const bodyContrast = 3;
/** A colour with less chroma looks grey. */
const greyest = 0.05;
/** Text on a pattern with more unrest than this is hard to read in any colour. */
const mostUnrest = 0.065;
/** A ground with less unrest than this is one colour or a soft gradient. */
const smooth = 0.025;
/** The least salience and contrast at which a pale fill or a hairline is seen. */
const faintest = { salience: 0.05, contrast: 1.08 };

/** Returns the colour of the scheme by its name, with its lightness multiplied and raised as PowerPoint's palette does. */
function schemeTone(name: string, scheme: ColorScheme, mod = 1, off = 0): Tone | undefined {
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

/** Returns the value below which 4 percent of the points of a ground lie. */
function low(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.04)] ?? 0;
}

const readability = (hex: string, ground: readonly string[]) =>
  low(ground.map((under) => contrast(hex, under)));

/** How much more a difference of hue or colourfulness draws the eye than the same difference of lightness. */
const colorWeight = 2.5;

/**
 * Returns how much a fill stands out on a ground: its distance in OKLab from the colours under it, in which colour weighs
 * more than lightness. A bright yellow bar among grey ones is what a reader sees first.
 */
export const salience = (hex: string, ground: readonly string[]): number => {
  const [lightness, a, b] = labOf(hex);
  const distances = [...new Set(ground)].map((under) => {
    const [otherLightness, otherA, otherB] = labOf(under);
    return Math.hypot(
      lightness - otherLightness,
      colorWeight * (a - otherA),
      colorWeight * (b - otherB),
    );
  });
  return low(distances);
};

const defined = <Item>(items: readonly (Item | undefined)[]): Item[] =>
  items.filter((item): item is Item => item !== undefined);

const textNames = ['tx1', 'tx2', 'bg1', 'bg2'];

/** Returns the first text colour that is readable, else the most readable one. */
function chooseInk(body: Tone | undefined, scheme: ColorScheme, ground: readonly string[]): Tone {
  if (body && readability(body.hex, ground) >= bodyContrast) return body;
  const candidates = defined([body, ...textNames.map((name) => schemeTone(name, scheme))]);
  const readable = candidates.find(({ hex }) => readability(hex, ground) >= textContrast);
  if (readable) return readable;
  const [best] = candidates.toSorted(
    (one, other) => readability(other.hex, ground) - readability(one.hex, ground),
  );
  return best ?? { xml: '<a:schemeClr val="tx1"/>', hex: '#000000' };
}

/** Lists the tints and shades of the text and ground colours, as PowerPoint's palette offers them. */
function tints(scheme: ColorScheme): Tone[] {
  const steps = Array.from({ length: 19 }, (_, at) => (at + 1) / 20);
  return defined(
    textNames.flatMap((name) => [
      schemeTone(name, scheme),
      ...steps.map((mod) => schemeTone(name, scheme, mod, 1 - mod)),
      ...steps.map((mod) => schemeTone(name, scheme, mod)),
    ]),
  );
}

/** Returns the tint that is nearest to a colour, among the tints that pass. */
function nearest(
  target: string,
  all: readonly Tone[],
  passes: (tone: Tone) => boolean = () => true,
): Tone | undefined {
  let best: Tone | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const tone of all) {
    const away = distance(tone.hex, target);
    if (away < least && passes(tone)) [best, least] = [tone, away];
  }
  return best;
}

const accentNames = ['accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6'];
/** Accents whose salience differs by less than this share are equally salient: the first of them is the template's own choice. */
const sameSalience = 0.83;
/** More salience than this makes no accent a better key: dark red on white is no better than orange. */
const plainlySeen = 0.55;
/** An accent of this salience beside the colour of text is not taken for text. */
const farFromInk = 0.6;
/** A fill of this contrast is also seen in a picture without colours. */
const plainlySeenInGrey = 1.5;

/**
 * Chooses the key colour: the accent that stands out most from the ground and from text. Where no accent can be
 * seen, the best of them is made darker or lighter and keeps its hue.
 */
function chooseKey(scheme: ColorScheme, ink: Tone, ground: readonly string[]): Tone {
  const accents = defined(accentNames.map((name) => schemeTone(name, scheme)));
  const mean = average(ground);
  const seen = (hex: string) => salience(hex, ground);
  const isSeen = ({ hex }: Tone) => seen(hex) >= 0.25 && distance(hex, ink.hex) >= 0.08;
  const visible = accents.filter(isSeen);
  const colourful = visible.filter(({ hex }) => chroma(hex) >= 0.04);
  // The key must also stand out from the ink: navy does not stand out beside black.
  const apart = ({ hex }: Tone) =>
    Math.min(seen(hex), plainlySeen) *
    Math.min(1, salience(hex, [ink.hex]) / farFromInk) *
    Math.min(1, contrast(hex, mean) / plainlySeenInGrey) ** 2;
  const most = (tones: readonly Tone[]) => Math.max(0, ...tones.map(apart));
  // A grey accent is the key only where every colourful accent is faint.
  const pool = most(colourful) >= most(visible) / 2 ? colourful : visible;
  const found = pool.find((tone) => apart(tone) >= most(pool) * sameSalience);
  if (found) return found;
  const changed = accentNames.flatMap((name) =>
    [0.75, 0.5, 0.35].flatMap((mod) =>
      defined([schemeTone(name, scheme, mod), schemeTone(name, scheme, mod, 1 - mod)]),
    ),
  );
  const [best] = changed
    .filter(isSeen)
    .toSorted((one, other) => chroma(other.hex) - chroma(one.hex));
  return best ?? ink;
}

/** Chooses the text on a label in the key colour. A key on which no text is readable is made darker or lighter there. */
function chooseLabel(
  key: Tone,
  scheme: ColorScheme,
  paper: Tone,
  ink: Tone,
): { label: Tone; onLabel: Tone } {
  const texts = [ink, paper, ...defined(textNames.map((name) => schemeTone(name, scheme)))];
  const on = (label: Tone) =>
    texts.toSorted(
      (one, other) => contrast(other.hex, label.hex) - contrast(one.hex, label.hex),
    )[0] ?? ink;
  const name = /val="(accent\d)"/.exec(key.xml)?.[1];
  const changed = name
    ? [0.85, 0.75, 0.65, 0.5].flatMap((mod) =>
        defined([schemeTone(name, scheme, mod), schemeTone(name, scheme, mod, 1 - mod)]),
      )
    : [];
  const label =
    [key, ...changed].find((tone) => contrast(on(tone).hex, tone.hex) >= textContrast) ?? key;
  return { label, onLabel: on(label) };
}

/** Returns the template's first accent for fills of second rank, if the key stands out more and both differ from text. */
function chooseMid(
  key: Tone,
  scheme: ColorScheme,
  ink: Tone,
  ground: readonly string[],
): Tone | undefined {
  const tone = schemeTone('accent1', scheme);
  if (!tone) return;
  const fits =
    salience(tone.hex, ground) <= salience(key.hex, ground) * 0.85 &&
    readability(tone.hex, ground) >= 1.5 &&
    distance(tone.hex, key.hex) >= 0.12 &&
    distance(tone.hex, ink.hex) >= 0.15;
  return fits ? tone : undefined;
}

/** Says whether fills in the text's colour leave the emphasis to the key: the text is near grey, or stands out less. */
function isStrong(ink: Tone, key: Tone, ground: readonly string[]): boolean {
  const isCalm =
    chroma(ink.hex) <= Math.max(greyest, chroma(key.hex) * 0.6) ||
    salience(ink.hex, ground) <= salience(key.hex, ground);
  return isCalm && distance(key.hex, ink.hex) >= 0.35;
}

/** Chooses the tones for a ground on which text is readable. */
function tonesOn(ground: readonly string[], body: Tone | undefined, scheme: ColorScheme): Tones {
  const ink = chooseInk(body, scheme, ground);
  const mean = average(ground);
  const every = tints(scheme);
  const paper = nearest(mean, every) ?? { xml: '<a:schemeClr val="bg1"/>', hex: mean };
  const key = chooseKey(scheme, ink, ground);
  // Tones of second rank are less colourful than the key, whatever the template's text colours are.
  const all = every.filter(({ hex }) => chroma(hex) <= Math.max(greyest, chroma(key.hex) * 0.6));
  const keySalience = salience(key.hex, ground);
  const keyContrast = readability(key.hex, ground);
  const towards = (share: number) => mix(mean, ink.hex, share);
  // Text of second rank may be as readable as the template's own text is.
  const leastContrast = Math.min(textContrast, readability(ink.hex, ground));
  const isText = ({ hex }: Tone) => readability(hex, ground) >= leastContrast;
  const between = (most: number, mostContrast: number) => (tone: Tone) => {
    const [seen, seenContrast] = [salience(tone.hex, ground), readability(tone.hex, ground)];
    return (
      seen <= most &&
      seenContrast <= mostContrast &&
      seen >= faintest.salience &&
      seenContrast >= faintest.contrast
    );
  };
  const mid =
    chooseMid(key, scheme, ink, ground) ??
    nearest(towards(0.5), all, between(keySalience * 0.85, Math.max(2.4, keyContrast))) ??
    paper;
  const midSalience = salience(mid.hex, ground);
  const midContrast = readability(mid.hex, ground);
  const light =
    nearest(towards(0.14), all, between(midSalience * 0.65, midContrast)) ??
    nearest(towards(0.14), all) ??
    paper;
  return {
    paper,
    ink,
    ink2: nearest(towards(0.75), all, isText) ?? ink,
    strong: isStrong(ink, key, ground) ? ink : mid,
    mid,
    light,
    hairline: nearest(towards(0.22), all, between(midSalience, midContrast)) ?? light,
    key,
    ...chooseLabel(key, scheme, paper, ink),
  };
}

/**
 * Chooses the colours of the exhibits.
 * @param body the colour of the master's body text.
 */
export function choosePalette(
  ground: Ground,
  body: Tone | undefined,
  scheme: ColorScheme,
): Palette {
  const { colors, isUnknown } = ground;
  const ink = chooseInk(body, scheme, colors);
  const unrest = unrestOf(ground);
  const needsPanel =
    isUnknown ||
    isRestless(ground) ||
    readability(ink.hex, colors) < (unrest < smooth ? bodyContrast : textContrast);
  if (!needsPanel) return { tones: tonesOn(colors, body, scheme), needsPanel };
  const paper = schemeTone('bg1', scheme);
  const tones = tonesOn([paper?.hex ?? '#ffffff'], body, scheme);
  return { tones: { ...tones, paper: paper ?? tones.paper }, needsPanel };
}

/** A title of less contrast than this cannot be read, although the template made it so. */
const leastTitleContrast = 2;
/** A dark title on a dark ground needs more, because the formula of the contrast says too much for two dark colours. */
const leastDarkContrast = 3;

/** Says whether a colour is darker than a ground on which white reads better than black. */
function isDarkOnDark(hex: string, ground: readonly string[]): boolean {
  const mean = average(ground);
  const white = contrast('#ffffff', mean);
  return white > contrast('#000000', mean) && white < contrast('#ffffff', hex);
}

/** Says whether a text stands on a pattern that makes it hard to read in any colour. */
export const isRestless = (ground: Ground): boolean => unrestOf(ground) > mostUnrest;

/** Returns a colour for a title that cannot be read in the template's own colour; undefined where it can. */
export function readableTitle(
  own: Tone | undefined,
  { colors, isUnknown }: Ground,
  scheme: ColorScheme,
): Tone | undefined {
  const tone = own ?? schemeTone('tx1', scheme);
  if (isUnknown || !tone) return;
  const least = isDarkOnDark(tone.hex, colors) ? leastDarkContrast : leastTitleContrast;
  if (readability(tone.hex, colors) >= least) return;
  const better = chooseInk(undefined, scheme, colors);
  return readability(better.hex, colors) > readability(tone.hex, colors) ? better : undefined;
}
