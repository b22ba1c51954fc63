import type { ColorScheme } from '../color.ts';
import type { Ground } from '../ground.ts';
import { average, contrast } from '../rgb.ts';
import { type StyleChain, textStops } from '../text-style.ts';
import { chooseInk, textContrast } from './ink.ts';
import { readability } from './salience.ts';
import { schemeTone, type Tone, toneOf } from './tone.ts';

/** A text of less contrast than this cannot be read, although the template made it so. */
const leastOwnContrast = 2;

/** Says whether a colour is lighter than a ground. */
const isLighter = (hex: string, ground: string): boolean =>
  contrast('#ffffff', hex) < contrast('#ffffff', ground);

/** Says whether a colour is darker than a ground on which white reads better. */
const isDarkOnDark = (hex: string, ground: string): boolean =>
  !isLighter(hex, ground) && contrast('#ffffff', ground) > contrast(hex, ground);

/**
 * Returns a colour for a title or a footer that cannot be read in the template's own colour; undefined where it can.
 * @param body the colour of the texts on the slide. It wins over the scheme's text colours.
 */
export function readableText(
  own: Tone | undefined,
  { colors, isUnknown }: Ground,
  scheme: ColorScheme,
  body?: Tone,
): Tone | undefined {
  const tone = own ?? schemeTone('tx1', scheme);
  if (isUnknown || !tone) return;
  const mean = average(colors);
  const contrastOfOwn = readability(tone.hex, colors);
  // The formula of the contrast says too much for two dark colours.
  if (contrastOfOwn >= (isDarkOnDark(tone.hex, mean) ? textContrast : leastOwnContrast)) return;
  const mayReplace = ({ hex }: Tone) => contrastOfOwn < leastOwnContrast || isLighter(hex, mean);
  const better = chooseInk(body, scheme, colors, mayReplace);
  return readability(better.hex, colors) > contrastOfOwn ? better : undefined;
}

/** Returns the colour of a gradient whose stops have one colour, because Impress draws all gradients of text in black. */
export function plainGradient(chain: StyleChain, scheme: ColorScheme): Tone | undefined {
  const [first, ...others] = textStops(chain).map((stop) => toneOf(stop, scheme));
  return others.every((tone) => tone?.hex === first?.hex) ? first : undefined;
}
