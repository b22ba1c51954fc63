import type { ColorScheme } from '../color.ts';
import { average, chroma, contrast, distance, hueDistance, labOf } from '../rgb.ts';
import type { DrawnTones } from './drawn-tones.ts';
import { textContrast } from './ink.ts';
import { salience } from './salience.ts';
import { accentsOf, darkerAndLighter, defined, schemeTone, type Tone, textNames } from './tone.ts';

/** Accents whose salience differs by less than this share are equally salient: the first of them is the template's own choice. */
const sameSalience = 0.83;
/** An accent in which the template draws is the key from this share of the most salient accent's salience on. */
const drawnSalience = 0.65;
/** More salience than this makes no accent a better key: dark red on white is no better than orange. */
const plainlySeen = 0.55;
/** An accent of this salience beside black text is not taken for text. Beside dark grey text, less is enough. */
const farFromInk = 0.6;
/** A colour of less salience is hardly seen. */
const leastSeen = 0.25;
/** A colour with less chroma is a grey. */
const colourless = 0.04;
/** A title with less chroma may be in a colour that is made for text, as navy. */
const brightTitle = 0.1;
/** Colours whose hues differ by at most so many degrees look related. */
const relatedHue = 20;
/** Colours of one hue that differ more do not look like one colour: pure red beside dark red. */
const sameColour = 0.15;
/** A fill of this contrast is also seen in a picture without colours. */
const plainlySeenInGrey = 1.5;

/** Says whether a colour of the file is an accent, or a darker or lighter tone of it. */
const isShadeOf = (xml: string, accent: Tone): boolean =>
  xml.startsWith(accent.xml.replace(/\/>$/, ''));

/**
 * Chooses the key colour: the bright colour of the scheme in which titles are, if it is seen, else the accent that stands
 * out most from the ground and from text. Of accents that stand out as much, it is the first that looks like a drawn
 * colour, else a drawn colour itself. Else it is an accent in which the template draws and which stands out almost as
 * much, else the first accent in the hue of a drawn colour that is no key, as navy, else a darker or lighter tone of such
 * a colour, else the first accent. Where no accent can be seen, the best of them is made darker or lighter and keeps its
 * hue.
 */
export function chooseKey(
  scheme: ColorScheme,
  { title, fixed, ofScheme }: DrawnTones,
  ink: Tone,
  ground: readonly string[],
): Tone {
  const accents = accentsOf(scheme);
  const mean = average(ground);
  const seen = (hex: string) => salience(hex, ground);
  const isSeen = ({ hex }: Tone) => seen(hex) >= leastSeen && distance(hex, ink.hex) >= 0.08;
  const isColourful = ({ hex }: Tone) => chroma(hex) >= colourless;
  const isDark = labOf(ink.hex)[0] < labOf(mean)[0];
  const farEnough = farFromInk * (isDark ? Math.min(1, seen(ink.hex)) ** 2 : 1);
  // The key must also stand out from the ink: navy does not stand out beside black.
  const apart = ({ hex }: Tone) =>
    Math.min(seen(hex), plainlySeen) *
    Math.min(1, salience(hex, [ink.hex]) / farEnough) *
    Math.min(1, contrast(hex, mean) / plainlySeenInGrey) ** 2;
  const isStrong = (tone: Tone) => apart(tone) >= plainlySeen * sameSalience;
  if (title && title.hex !== ink.hex && chroma(title.hex) >= brightTitle && isSeen(title))
    return title;
  // Neon green and yellow on white are no colours for bars, and a darker yellow is olive.
  const hasContrast = ({ hex }: Tone) => contrast(hex, mean) >= plainlySeenInGrey;
  // A text colour of the scheme in which the template draws counts if it is as bright as accents are.
  const bright = ofScheme.filter(
    ({ xml, hex }) => !xml.includes('accent') && chroma(hex) >= brightTitle,
  );
  const drawn = [...fixed, ...bright];
  const strong = drawn.filter((tone) => isColourful(tone) && hasContrast(tone) && isStrong(tone));
  const visible = [...accents.filter(isSeen), ...strong];
  const colourful = visible.filter(isColourful);
  const most = (tones: readonly Tone[]) => Math.max(0, ...tones.map(apart));
  // A grey accent is the key only where every colourful accent is faint.
  const pool = most(colourful) >= most(visible) / 2 ? colourful : visible;
  const equal = pool.filter((tone) => apart(tone) >= most(pool) * sameSalience);
  const like = (tones: readonly Tone[], isLike: (one: string, other: string) => boolean) =>
    equal.find((tone) => isColourful(tone) && tones.some(({ hex }) => isLike(hex, tone.hex)));
  const isRelated = (drawing: string, hex: string) => hueDistance(drawing, hex) <= relatedHue;
  const isAlike = (drawing: string, hex: string) =>
    isRelated(drawing, hex) && distance(drawing, hex) <= sameColour;
  const drawnAccent = pool.find(
    (tone) =>
      isColourful(tone) &&
      apart(tone) >= most(pool) * drawnSalience &&
      ofScheme.some(({ xml }) => isShadeOf(xml, tone)),
  );
  // Navy tells the hue of a firm, although it is too near to black text to be the key.
  const told = drawn.filter((tone) => isColourful(tone) && seen(tone.hex) >= leastSeen);
  // Where titles or shapes have the bright colour of the texts, that is the firm's colour.
  const textOfFirm = told.find(
    ({ hex }) =>
      hex === ink.hex &&
      seen(hex) >= plainlySeen * sameSalience &&
      salience(hex, ['#000000']) >= farFromInk,
  );
  const toneOfTold = told
    .filter((tone) => tone.hex !== ink.hex && hasContrast(tone))
    .flatMap((tone) => darkerAndLighter(tone, [0.85, 0.75, 0.65]))
    .find(isStrong);
  const found =
    like(strong, isAlike) ??
    drawnAccent ??
    like(told, isRelated) ??
    textOfFirm ??
    toneOfTold ??
    equal[0];
  // Where all accents are grey, text stands out more than they do.
  if (found) return chroma(found.hex) < colourless && seen(ink.hex) > seen(found.hex) ? ink : found;
  const changed = accents.flatMap((accent) => darkerAndLighter(accent, [0.75, 0.5, 0.35]));
  const [best] = changed
    .filter(isSeen)
    .toSorted((one, other) => chroma(other.hex) - chroma(one.hex));
  return best ?? ink;
}

/** Chooses the text on a label in the key colour. A key on which no text is readable is made darker or lighter there. */
export function chooseLabel(
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
  const changed = key === ink ? [] : darkerAndLighter(key, [0.85, 0.75, 0.65, 0.5]);
  const label =
    [key, ...changed].find((tone) => contrast(on(tone).hex, tone.hex) >= textContrast) ?? key;
  return { label, onLabel: on(label) };
}
