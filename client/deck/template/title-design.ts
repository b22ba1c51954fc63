import type { TitlePlace } from '../description.ts';
import type { SmallPicture } from '../picture.ts';
import { busyParts } from './busy-parts.ts';
import { areaOf, overlap } from './free-area.ts';
import type { FurniturePiece } from './furniture.ts';
import { type Ground, isRestless, type Layer, samplesOf } from './ground.ts';
import type { LoadedTemplate } from './load.ts';
import type { Palette } from './palette/palette.ts';
import { plainGradient, readableText } from './palette/readable-text.ts';
import { type Tone, toneOf } from './palette/tone.ts';
import type { RatedLayout } from './rate-layout.ts';
import { roomForLine, titlePlace } from './text-place.ts';
import { textFill } from './text-style.ts';
import type { Title } from './title.ts';
import { titleBand } from './title-band.ts';
import { titleRoom } from './title-room.ts';

/** Decides how titles stand in a template: in which part of their box, and in which colour. */

export interface TitleDesign {
  placeholder: Title;
  /** Place and style of titles. The text stands in the part of the box that furniture and pictures leave free. */
  place: TitlePlace;
  /** True if each slide says the margins of its title: drawings take a part of the box, or the template's margins leave no line. */
  saysMargins: boolean;
  /** True if the panel of the content also reaches under the title, because the title stands on a pattern. */
  isOnPanel: boolean;
  /**
   * The colour of titles where the template's own cannot be read on what lies under the title, or is a gradient of one colour,
   * and of titles in the place of a heading.
   */
  tone: Tone | undefined;
  /** The fill that the title's placeholder has. */
  panel: FurniturePiece | undefined;
  /** The colours under the title; undefined for a title with a fill of its own. */
  under: Ground | undefined;
}

/** The least height of a title's room, in parts of the slide's height. */
const leastHeight = 24 / 540;

/**
 * Decides how titles stand on a layout.
 * @param slide the layers of background and furniture, the pictures that they show, and the colours of the content.
 */
export function designTitle(
  { layout, shapes, background, title, titlePanel }: RatedLayout,
  slide: {
    loaded: LoadedTemplate;
    layers: readonly Layer[];
    pictures: ReadonlyMap<number, SmallPicture>;
    palette: Palette;
  },
): TitleDesign {
  const { loaded, layers, pictures, palette } = slide;
  const { scheme } = layout;
  const whole = titlePlace(title, { layout, loaded });
  const band = titleBand(title.box, layers, pictures, scheme);
  const busy = busyParts(band, layers, pictures);
  const inside = roomForLine(whole, { loaded });
  const room = titleRoom({ ...whole, inside }, shapes, {
    ratio: loaded.size.width / loaded.size.height,
    background,
    band,
    busy,
    leastHeight,
  });
  // A title with a fill of its own stands on that fill.
  const under = titlePanel ? undefined : samplesOf(room, layers, pictures);
  const isOnPanel =
    palette.needsPanel &&
    under !== undefined &&
    (isRestless(under) || busy.some((box) => overlap(box, room) > 0));
  const ground = isOnPanel ? { colors: [palette.tones.paper.hex], isUnknown: false } : under;
  const own = toneOf(textFill(title.chain), scheme);
  return {
    placeholder: title,
    place: { ...whole, inside: room },
    saysMargins: inside !== whole.inside || areaOf(room) < areaOf(inside) * 0.999,
    isOnPanel,
    tone:
      (ground && readableText(own, ground, scheme, palette.tones.ink)) ??
      (title.isHeading ? own : plainGradient(title.chain, scheme)),
    panel: titlePanel,
    under,
  };
}
