import { Resvg } from '@resvg/resvg-js';
import type { ShrinkPicture } from '../../../client/deck/index.ts';

/** Decodes a picture and shrinks it with resvg, as the browser does it with `createImageBitmap`. */
export const shrinkPicture: ShrinkPicture = async (bytes, type, { width, height }) => {
  const data = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  const image = `<image width="${width}" height="${height}" preserveAspectRatio="none" href="${data}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`;
  const drawn = new Resvg(svg).render();
  return { width: drawn.width, height: drawn.height, data: drawn.pixels };
};
