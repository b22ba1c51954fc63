import type { Box, Paint } from '../description.ts';
import type { KeptPart } from '../package/keep-part.ts';
import { type Element, find } from '../package/xml.ts';
import type { ShrinkPicture, SmallPicture } from '../picture.ts';
import { check } from '../refusal.ts';
import { contentArea, suitability } from './content-area.ts';
import { type LayoutShapes, shapesOf } from './furniture.ts';
import { type Ground, groundOfPieces, groundUnder } from './ground.ts';
import type { Layout, LoadedTemplate, Master } from './load.ts';
import { backgroundOf, type PaintContext } from './paint.ts';
import { choosePalette, type Palette, toneOf } from './palette.ts';
import { isFooter, isTitle, type Placeholder, resolvePlaceholder, typeOf } from './placeholders.ts';
import { firstLevel, ownStyle, type StyleChain, textFill } from './text-style.ts';

/** Decides how slides stand in a template: on which layout, where, and in which colours. */

export interface Picture {
  path: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface Design {
  loaded: LoadedTemplate;
  layout: Layout;
  shapes: LayoutShapes;
  background: Paint;
  /** The content area in shares of the slide. */
  content: Box;
  palette: Palette;
  title: Placeholder | undefined;
  footer: Placeholder | undefined;
  number: Placeholder | undefined;
  date: Placeholder | undefined;
  /** The styles of body text. */
  body: StyleChain;
  pictures: readonly Picture[];
}

/** Numbers the pictures that parts show. */
class Pictures {
  readonly all: Picture[] = [];
  readonly #parts: LoadedTemplate['parts'];

  constructor(parts: LoadedTemplate['parts']) {
    this.#parts = parts;
  }

  /** Returns a function that finds the pictures of a part by the id of a relationship. */
  of(part: KeptPart | undefined): PaintContext['pictureOf'] {
    return (id) => {
      const target = part?.relationships.find((relationship) => relationship.id === id)?.target;
      const found = target && this.#parts.get(target.toLowerCase());
      if (!found || !(found.content instanceof Uint8Array)) return;
      const before = this.all.findIndex(({ path }) => path === found.path);
      if (before >= 0) return before;
      this.all.push({ path: found.path, type: found.type, bytes: found.content });
      return this.all.length - 1;
    };
  }
}

/** The master that the file's slides use most, else the first. */
function mainMaster(masters: readonly Master[]): Master | undefined {
  const uses = ({ layouts }: Master) => layouts.reduce((sum, layout) => sum + layout.uses, 0);
  return masters.toSorted((one, other) => uses(other) - uses(one))[0];
}

function contextsOf(loaded: LoadedTemplate, layout: Layout, pictures: Pictures) {
  const { master } = layout;
  const themePictureOf = pictures.of(loaded.parts.get(master.theme.path.toLowerCase()));
  const common = { theme: master.theme, themePictureOf };
  const contexts = {
    master: { ...common, scheme: master.scheme, pictureOf: pictures.of(master.part) },
    layout: { ...common, scheme: layout.scheme, pictureOf: pictures.of(layout.part) },
  };
  return (part: 'master' | 'layout'): PaintContext => contexts[part];
}

/** Chooses the layout that suits a title with an exhibit best. The first of equals wins. */
function chooseLayout(loaded: LoadedTemplate, pictures: Pictures) {
  const { size, masters } = loaded;
  const master = mainMaster(masters);
  check(master !== undefined, 'no_master');
  const rated = master.layouts.map((layout) => {
    const contextOf = contextsOf(loaded, layout, pictures);
    const shapes = shapesOf(layout, size, contextOf);
    return {
      layout,
      shapes,
      contextOf,
      worth: suitability(layout, shapes, size.width / size.height),
    };
  });
  const [best] = rated.toSorted((one, other) => other.worth - one.worth);
  check(best !== undefined, 'no_master');
  return best;
}

const sampleSize = { width: 48, height: 32 };

async function shrinkAll(
  numbers: ReadonlySet<number>,
  pictures: readonly Picture[],
  shrink: ShrinkPicture | undefined,
): Promise<Map<number, SmallPicture>> {
  const found = new Map<number, SmallPicture>();
  for (const number of numbers) {
    const picture = pictures[number];
    const small =
      picture &&
      shrink &&
      (await shrink(picture.bytes, picture.type, sampleSize).catch(() => undefined));
    if (small) found.set(number, small);
  }
  return found;
}

async function readGround(
  content: Box,
  layers: readonly { paint: Paint; box: Box }[],
  pictures: readonly Picture[],
  shrink: ShrinkPicture | undefined,
): Promise<Ground> {
  const numbers = layers.flatMap(({ paint }) => (paint.kind === 'picture' ? [paint.picture] : []));
  return groundUnder(content, layers, await shrinkAll(new Set(numbers), pictures, shrink));
}

const wholeSlide: Box = { x: 0, y: 0, width: 1, height: 1 };

/** Returns the styles of the master's body text. */
function bodyChain(
  { part }: Master,
  shapes: LayoutShapes,
  defaults: Element | undefined,
): StyleChain {
  const body = shapes.ofMaster.find(
    ({ placeholder }) => placeholder && typeOf(placeholder) === 'body',
  );
  const styles = find(part.content, 'txStyles', 'bodyStyle');
  return [ownStyle(body?.element), firstLevel(styles), firstLevel(defaults)];
}

/** Decides how slides stand in a loaded template. */
export async function designOf(
  loaded: LoadedTemplate,
  shrink: ShrinkPicture | undefined,
): Promise<Design> {
  const pictures = new Pictures(loaded.parts);
  const { size, presentation } = loaded;
  const { layout, shapes, contextOf } = chooseLayout(loaded, pictures);
  const background = backgroundOf([
    { content: layout.part.content, context: contextOf('layout') },
    { content: layout.master.part.content, context: contextOf('master') },
  ]);
  const { box: content, ground } = contentArea(shapes, size.width / size.height);
  const layers = [{ paint: background, box: wholeSlide }, ...groundOfPieces(ground)];
  const defaults = find(presentation.content, 'defaultTextStyle');
  const body = bodyChain(layout.master, shapes, defaults);
  const under = await readGround(content, layers, pictures.all, shrink);
  const palette = choosePalette(under, toneOf(textFill(body), layout.scheme), layout.scheme);
  const { ofLayout, ofMaster } = shapes;
  const resolve = (shape: (typeof ofLayout)[number] | undefined) =>
    shape && resolvePlaceholder(shape, layout, ofMaster, defaults);
  const footer = (type: string) =>
    resolve(ofLayout.find((shape) => isFooter(shape) && typeOf(shape.placeholder) === type));
  return {
    loaded,
    layout,
    shapes,
    background,
    content,
    palette,
    title: resolve(ofLayout.find(isTitle)),
    footer: footer('ftr'),
    number: footer('sldNum'),
    date: footer('dt'),
    body,
    pictures: pictures.all,
  };
}
