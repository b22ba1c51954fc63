import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import { findProgram } from '../../support/programs.ts';

const pdfToPicture = findProgram('pdftoppm') ?? '';

/** A picture of a contact sheet with the words above it. */
export interface Tile {
  label: string;
  /** The path of a PNG file. */
  picture: string;
}

const tileWidth = 520;
const columns = 3;
const gap = 8;
const labelHeight = 18;

/** Draws one page of a PDF as a PNG file. @returns its path, or undefined if the PDF has no such page. */
export function pageOf(pdf: string, page: number): string | undefined {
  const stem = `${pdf.replace(/\.pdf$/, '')}-${page}`;
  const words = ['-png', '-singlefile', '-scale-to-x', String(tileWidth), '-scale-to-y', '-1'];
  // pdftoppm fails where the PDF has no such page.
  spawnSync(pdfToPicture, ['-f', `${page}`, '-l', `${page}`, ...words, pdf, stem]);
  return existsSync(`${stem}.png`) ? `${stem}.png` : undefined;
}

/** Returns width and height of a PNG file. */
function sizeOf(picture: Buffer): { width: number; height: number } {
  return { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) };
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Writes pictures side by side into one PNG file. */
export function writeContactSheet(file: string, title: string, tiles: readonly Tile[]): void {
  const pictures = tiles.map(({ picture }) => readFileSync(picture));
  const heights = pictures.map((picture) => {
    const { width, height } = sizeOf(picture);
    return Math.round((tileWidth * height) / width);
  });
  const rowHeight = Math.max(...heights) + labelHeight + gap;
  const width = columns * (tileWidth + gap) + gap;
  const height = Math.ceil(tiles.length / columns) * rowHeight + 24;
  const drawn = tiles.map(({ label }, index) => {
    const x = gap + (index % columns) * (tileWidth + gap);
    const y = 24 + Math.floor(index / columns) * rowHeight;
    const data = pictures[index]?.toString('base64');
    return `<text x="${x}" y="${y + 13}" font-size="12">${escapeXml(label)}</text>
      <image x="${x}" y="${y + labelHeight}" width="${tileWidth}" height="${heights[index]}"
        href="data:image/png;base64,${data}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif">
    <rect width="100%" height="100%" fill="#9aa0a6"/>
    <text x="${gap}" y="17" font-size="14" font-weight="bold">${escapeXml(title)}</text>
    ${drawn.join('\n')}</svg>`;
  writeFileSync(file, new Resvg(svg).render().asPng());
}
