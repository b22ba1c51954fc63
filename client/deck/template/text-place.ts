import type { Box, TitlePlace } from '../description.ts';
import type { LoadedTemplate } from './load.ts';
import type { Layout } from './masters.ts';
import type { Placeholder } from './placeholders.ts';
import { alignOf, bodyOf, insideOf, textStyleOf } from './text-style.ts';
import type { Title } from './title.ts';

/** Resolves placeholders for drawing: style, margins and alignment of their text. */

interface Ground {
  layout: Layout;
  loaded: LoadedTemplate;
}

/** Resolves a placeholder for drawing. */
export function placeOf(
  { shape, masterShape, chain }: Placeholder,
  box: Box,
  { layout, loaded }: Ground,
  heading: '+mj-lt' | '+mn-lt',
): TitlePlace {
  const body = bodyOf([shape, masterShape]);
  const context = { scheme: layout.scheme, theme: layout.master.theme };
  return {
    ...textStyleOf(chain, context, heading),
    box,
    inside: insideOf(box, body, loaded.size),
    anchor: body.anchor,
    align: alignOf(chain),
  };
}

/** Resolves the place of titles. A title with a place of its own has no margins, unless that is the place of a heading. */
export function titlePlace(title: Title, ground: Ground): TitlePlace {
  const place = placeOf(title, title.box, ground, '+mj-lt');
  const height = ground.loaded.size.height / 12_700;
  const size = title.ownSize ? Math.round(height * title.ownSize) : place.size;
  return title.isOwn && !title.isHeading
    ? { ...place, size, inside: title.box, anchor: 'middle', align: 'left' }
    : { ...place, size };
}

/** Returns the part of a title's box for its text: within the margins, if these leave a line, else the whole height of the box. */
export function roomForLine(
  { box, inside, size }: TitlePlace,
  { loaded }: Pick<Ground, 'loaded'>,
): Box {
  const line = (size * 12_700) / loaded.size.height;
  const isTooFlat = inside.height < Math.min(line, box.height);
  return isTooFlat ? { ...inside, y: box.y, height: box.height } : inside;
}
