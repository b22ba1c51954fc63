import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import { shareImageSize } from '../../../shared/head.ts';
import type { ShareImage } from '../../../shared/pages.ts';
import { card } from './card.ts';
import { fonts } from './fonts.ts';

/** @returns the PNG of a share image, 1200 by 630. */
export async function paint(image: ShareImage): Promise<Buffer> {
  const svg = await satori(card(image), { ...shareImageSize, fonts: fonts() });
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}
