import type { Palette as Colors } from '../../description.ts';
import type { ColorScheme } from '../color.ts';
import { type Ground, isRestless, unrestOf } from '../ground.ts';
import { average, chroma, distance, hueDistance, mix } from '../rgb.ts';
import type { DrawnTones } from './drawn-tones.ts';
import { bodyContrast, chooseInk, textContrast } from './ink.ts';
import { chooseKey, chooseLabel } from './key.ts';
import { colorSalience, readability, salience } from './salience.ts';
import { accentsOf, schemeTone, type Tone, textTones, tintsOf } from './tone.ts';

/** Chooses the colours of the exhibits from the template's own scheme, for the ground that is really there. */

/** The tone of each colour that a description names. */
export type Tones = Readonly<Record<keyof Colors, Tone>>;

export interface Palette {
  tones: Tones;
  /** True if no text of the template is readable on the ground, so that the content stands on a panel in `paper`. */
  needsPanel: boolean;
}

/** A colour with less chroma looks grey. */
const greyest = 0.05;
/** Colours whose hues differ by more degrees are foreign to each other. */
const distantHue = 30;
/** A ground with less unrest than this is one colour or a soft gradient. */
const smooth = 0.025;
/** The least salience and contrast at which a pale fill is seen. */
const faintest = { salience: 0.05, contrast: 1.08 };
/** The least contrast at which a hairline is seen. */
const faintestLine = 1.3;
/** An accent for fills of second rank has at most this share of the key's salience. */
const secondRank = 0.75;
/** The least salience and contrast at which a fill of second rank is seen plainly. */
const plain = { salience: 0.15, contrast: 1.5 };

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

/**
 * Returns the template's first accent for fills of second rank, if it is seen, the key stands out more and both differ from
 * text. In a template that draws in colours, it is in the hue of one of them or grey.
 */
function chooseMid(
  key: Tone,
  [tone]: readonly Tone[],
  ink: Tone,
  { ground, drawn }: { ground: readonly string[]; drawn: readonly Tone[] },
): Tone | undefined {
  if (!tone) return;
  const hues = drawn.filter(({ hex }) => chroma(hex) > greyest);
  const isForeign =
    chroma(tone.hex) > greyest &&
    hues.length > 0 &&
    hues.every(({ hex }) => hueDistance(hex, tone.hex) > distantHue);
  const seen = salience(tone.hex, ground);
  const fits =
    !isForeign &&
    seen >= plain.salience &&
    seen <= salience(key.hex, ground) * secondRank &&
    colorSalience(tone.hex, ground) <= colorSalience(key.hex, ground) &&
    readability(tone.hex, ground) >= plain.contrast &&
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
function tonesOn(
  ground: readonly string[],
  body: Tone | undefined,
  scheme: ColorScheme,
  drawn: DrawnTones,
): Tones {
  const ink = chooseInk(body, scheme, ground);
  const mean = average(ground);
  const every = textTones(scheme);
  const paper = nearest(mean, every) ?? { xml: '<a:schemeClr val="bg1"/>', hex: mean };
  const key = chooseKey(scheme, drawn, ink, ground);
  // Where the key is a colour in which the template draws, the accents of its theme are foreign to it.
  const accents = drawn.fixed.includes(key) ? [key] : accentsOf(scheme);
  // Tones of second rank are less colourful than the key, whatever the template's text colours are.
  const all = every.filter(({ hex }) => chroma(hex) <= Math.max(greyest, chroma(key.hex) * 0.6));
  const keySalience = salience(key.hex, ground);
  const keyContrast = readability(key.hex, ground);
  const towards = (share: number) => mix(mean, ink.hex, share);
  // Text of second rank may be as readable as the template's own text is.
  const leastContrast = Math.min(textContrast, readability(ink.hex, ground));
  const isText = ({ hex }: Tone) => readability(hex, ground) >= leastContrast;
  // On a ground in a strong colour, each grey stands out more than the key does.
  const nearestOf = (share: number, passes: (tone: Tone) => boolean) =>
    nearest(towards(share), all, passes) ??
    nearest(towards(share), accents.flatMap(tintsOf), passes);
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
    chooseMid(key, accents, ink, { ground, drawn: [...drawn.fixed, ...drawn.ofScheme] }) ??
    nearestOf(0.5, between(keySalience * 0.85, Math.max(2.4, keyContrast))) ??
    paper;
  const midSalience = salience(mid.hex, ground);
  const midContrast = readability(mid.hex, ground);
  const light = nearestOf(0.14, between(midSalience * 0.65, midContrast)) ?? paper;
  return {
    paper,
    ink,
    ink2: nearest(towards(0.75), all, isText) ?? ink,
    strong: isStrong(ink, key, ground) ? ink : mid,
    mid,
    light,
    hairline: nearestOf(0.22, ({ hex }) => readability(hex, ground) >= faintestLine) ?? ink,
    key,
    ...chooseLabel(key, scheme, paper, ink),
  };
}

/**
 * Chooses the paper of a panel: the template's first paper colour, or the second one where that is much nearer to the
 * ground, because a black panel looks foreign on a blue slide.
 */
function choosePaper(
  { colors, isUnknown }: Ground,
  body: Tone | undefined,
  scheme: ColorScheme,
): Tone {
  const first = schemeTone('bg1', scheme) ?? { xml: '<a:schemeClr val="bg1"/>', hex: '#ffffff' };
  const second = schemeTone('bg2', scheme);
  if (isUnknown || !second) return first;
  // The average of white and blue is no colour of the ground.
  const away = ({ hex }: Tone) => colors.reduce((sum, color) => sum + distance(hex, color), 0);
  const { hex } = chooseInk(body, scheme, [second.hex]);
  const isBetter = away(second) * 2 < away(first) && readability(hex, [second.hex]) >= textContrast;
  return isBetter ? second : first;
}

/**
 * Chooses the colours of the exhibits.
 * @param body the colour of the master's body text.
 * @param isOnFrames whether a picture shows frames or a logo under the content.
 */
export function choosePalette(
  ground: Ground,
  body: Tone | undefined,
  scheme: ColorScheme,
  drawn: DrawnTones = { title: undefined, fixed: [], ofScheme: [] },
  isOnFrames = false,
): Palette {
  const { colors, isUnknown } = ground;
  const ink = chooseInk(body, scheme, colors);
  const unrest = unrestOf(ground);
  const needsPanel =
    isUnknown ||
    isOnFrames ||
    isRestless(ground) ||
    readability(ink.hex, colors) < (unrest < smooth ? bodyContrast : textContrast);
  if (!needsPanel) return { tones: tonesOn(colors, body, scheme, drawn), needsPanel };
  const paper = choosePaper(ground, body, scheme);
  return { tones: { ...tonesOn([paper.hex], body, scheme, drawn), paper }, needsPanel };
}
