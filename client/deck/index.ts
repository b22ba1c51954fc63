/**
 * Makes a deck in a PowerPoint template. Runs in a worker of the browser and in Node. Reads no network and no storage.
 * README.md shows the way of the data.
 */
import type { Deck } from './content.ts';
import type { Description, TitlePlace } from './description.ts';
import type { Refusal } from './refusal.ts';

export type * from './content.ts';
export type * from './description.ts';
export { mostBytes, type Refusal, type RefusalReason } from './refusal.ts';

/** An opened template. Its inside is the engine's own: pass it to `describe` and `fillTemplate`. */
export interface Template {
  readonly isTemplate: true;
}

/** The colours of a picture in small: red, green, blue and opacity of each point, row by row, from 0 to 255. */
export interface SmallPicture {
  width: number;
  height: number;
  data: ArrayLike<number>;
}

/**
 * Decodes a picture and shrinks it to the given size. The browser does this with `createImageBitmap`, Node with a
 * library. Returns undefined for a picture that cannot be decoded.
 */
export type ShrinkPicture = (
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  size: { width: number; height: number },
) => Promise<SmallPicture | undefined>;

/**
 * Opens a file. Never rejects: a file that is not read gives a refusal.
 * @param shrinkPicture judges whether text is readable on a picture. Without it, a picture counts as unreadable ground.
 */
export declare function openTemplate(
  bytes: Uint8Array<ArrayBuffer>,
  shrinkPicture?: ShrinkPicture,
): Promise<Template | Refusal>;

/** Returns what a page needs to draw a slide of the template. */
export declare function describe(template: Template): Description;

/** Returns the bytes of a `.pptx`: the template with the slides of the deck. The same arguments give the same bytes. */
export declare function fillTemplate(template: Template, deck: Deck): Uint8Array<ArrayBuffer>;

/** A title that fits its place. */
export interface FittedTitle {
  text: string;
  /** In points. */
  size: number;
  lines: readonly string[];
}

/** Chooses the first wording that fits the title's place, at the template's size or down to 18 points. */
export declare function fitTitle(title: TitlePlace, wordings: readonly string[]): FittedTitle;
