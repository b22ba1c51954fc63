import { Resvg } from '@resvg/resvg-js';
import { palette } from './palette.ts';

/** The mark in a square of 32, heavier than in the navigation so that it holds at 16 pixels. */
const shapes = `<path class="sheet" fill="${palette.ink}" d="M3 4h15.5C25.6 4 31 9.3 31 16s-5.4 12-12.5 12H3z"/>
<path fill="${palette.marker}" d="M0 9.4 22 8.2l.6 5.9L.4 15.3z"/>
<path class="lines" stroke="${palette.paper}" stroke-width="1.6" d="M8 20.5h14M8 24h8"/>`;

/** Outlined in the dark, because yellow on a pale slide would be weak. */
const dark = `@media (prefers-color-scheme: dark) {
.sheet { fill: none; stroke: ${palette.onNight}; stroke-width: 2 }
.lines { stroke: ${palette.onNight} }
}`;

const svg = (content: string, viewBox = '0 0 32 32'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">\n${content}\n</svg>\n`;

export const faviconSvg = svg(`<style>${dark}</style>\n${shapes}`);

const png = (source: string, size: number): Buffer =>
  new Resvg(source, { fitTo: { mode: 'width', value: size } }).render().asPng();

/** The mark alone, on nothing. */
export const bareIcon = (size: number): Buffer => png(svg(shapes), size);

/**
 * The mark on paper, for places that would put it on a ground of their own.
 * @param margin empty space around the mark, in 32nds of its width; platforms crop up to a tenth of each side.
 */
export function tileIcon(size: number, margin: number): Buffer {
  const side = 32 + 2 * margin;
  const ground = `<rect x="${-margin}" y="${-margin}" width="${side}" height="${side}" fill="${palette.paper}"/>`;
  return png(svg(`${ground}\n${shapes}`, `${-margin} ${-margin} ${side} ${side}`), size);
}
