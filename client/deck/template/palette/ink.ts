import type { ColorScheme } from '../color.ts';
import { readability } from './salience.ts';
import { darkerAndLighter, defined, schemeTone, type Tone, textNames, textTones } from './tone.ts';

/** Text of this contrast is readable on any ground. */
export const textContrast = 4.5;
/** The template's own body colour stays at this contrast on a smooth ground, or becomes a shade or a tint of itself. */
export const bodyContrast = 3;
/** Text of less contrast cannot be read. */
const leastContrast = 2;

/**
 * Returns the template's own body colour where that passes and is readable, or a shade or a tint of it that is as readable as
 * small text has to be. Else returns the first text colour that passes and is readable, else the most readable one. Where that
 * cannot be read either, as where all text colours are white and the ground is too, it is a shade or a tint of a text colour.
 */
export function chooseInk(
  body: Tone | undefined,
  scheme: ColorScheme,
  ground: readonly string[],
  passes: (tone: Tone) => boolean = () => true,
): Tone {
  const contrastOf = ({ hex }: Tone) => readability(hex, ground);
  if (body && passes(body) && contrastOf(body) >= bodyContrast) {
    // Text of an exhibit is smaller than the template's own.
    const changed = [body, ...darkerAndLighter(body, [0.85, 0.75, 0.65])];
    return changed.find((tone) => contrastOf(tone) >= textContrast) ?? body;
  }
  const isReadable = (tone: Tone) => passes(tone) && contrastOf(tone) >= textContrast;
  const all = defined([body, ...textNames.map((name) => schemeTone(name, scheme))]);
  const readable = all.find(isReadable);
  if (readable) return readable;
  const [best] = all.filter(passes).toSorted((one, other) => contrastOf(other) - contrastOf(one));
  if (best && contrastOf(best) >= leastContrast) return best;
  const changed = textTones(scheme).find(isReadable);
  return changed ?? best ?? { xml: '<a:schemeClr val="tx1"/>', hex: '#000000' };
}
