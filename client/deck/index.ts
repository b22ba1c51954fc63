/**
 * Makes a deck in a PowerPoint template. Runs in a worker of the browser and in Node. Reads no network and no storage.
 * README.md shows the way of the data.
 */
export type * from './content.ts';
export { describe } from './describe.ts';
export type * from './description.ts';
export { fillTemplate } from './fill-template.ts';
export type { FittedTitle } from './fit-title.ts';
export { openTemplate, type Template } from './open-template.ts';
export type { ShrinkPicture, SmallPicture } from './picture.ts';
export type { Refusal, RefusalReason } from './refusal.ts';
export { recolorPixels } from './template/recolor.ts';
