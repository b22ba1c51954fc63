import type { ColorScheme } from '../color.ts';
import type { Ground } from '../ground.ts';
import { average, contrast } from '../rgb.ts';
import { type StyleChain, textStops } from '../text-style.ts';
import { chooseInk } from './ink.ts';
import { readability } from './salience.ts';
import { schemeTone, type Tone, toneOf } from './tone.ts';

/** A text of less contrast than this cannot be read, although the template made it so. */
const leastOwnContrast = 2;
/** A dark text on a dark ground needs more, because the formula of the contrast says too much for two dark colours. */
const leastDarkContrast = 3;

/** Says whether a colour is darker than a ground on which white reads better than black. */
function isDarkOnDark(hex: string, ground: readonly string[]): boolean {
  const mean = average(ground);
  const white = contrast('#ffffff', mean);
  return white > contrast('#000000', mean) && white < contrast('#ffffff', hex);
}

/** Returns a colour for a title or a footer that cannot be read in the template's own colour; undefined where it can. */
export function readableText(
  own: Tone | undefined,
  { colors, isUnknown }: Ground,
  scheme: ColorScheme,
): Tone | undefined {
  const tone = own ?? schemeTone('tx1', scheme);
  if (isUnknown || !tone) return;
  const least = isDarkOnDark(tone.hex, colors) ? leastDarkContrast : leastOwnContrast;
  if (readability(tone.hex, colors) >= least) return;
  const better = chooseInk(undefined, scheme, colors);
  return readability(better.hex, colors) > readability(tone.hex, colors) ? better : undefined;
}

/** Returns the colour of a gradient whose stops have one colour, because Impress draws all gradients of text in black. */
export function plainGradient(chain: StyleChain, scheme: ColorScheme): Tone | undefined {
  const [first, ...others] = textStops(chain).map((stop) => toneOf(stop, scheme));
  return others.every((tone) => tone?.hex === first?.hex) ? first : undefined;
}
