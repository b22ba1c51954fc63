import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import escapeHtml from 'escape-html';
import { colors } from '../../../shared/colors.ts';
import type { ShareImage } from '../../../shared/pages.ts';
import { site } from '../../../shared/site.ts';

/** Static versions of our typefaces, because Resvg reads neither woff2 nor variable fonts. */
const fontFiles = [
  'stix-two-text/400Regular/STIXTwoText_400Regular',
  'stix-two-text/500Medium/STIXTwoText_500Medium',
  'instrument-sans/400Regular/InstrumentSans_400Regular',
  'instrument-sans/600SemiBold/InstrumentSans_600SemiBold',
  'instrument-sans/700Bold/InstrumentSans_700Bold',
].map((cut) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/${cut}.ttf`)));

const lightColors = Object.fromEntries(
  Object.entries(colors).map(([name, [light]]) => [name, light]),
);

const read = (file: string): string =>
  readFileSync(new URL(`../../brand/${file}`, import.meta.url), 'utf8');

/** Returns the content of a drawing of the brand, without its outer element. */
const inner = (file: string): string => read(file).replace(/^[\s\S]*<svg[^>]*>|<\/svg>\s*$/g, '');

/**
 * Returns a drawing of the brand, with its placeholders `{…}` filled in: colours of the light theme by name, and `values`,
 * which are SVG.
 */
export function drawing(file: string, values: Record<string, string>): string {
  const template = read(file).replace('{picture}', () => inner('share-picture.svg'));
  const all: Record<string, string> = { ...lightColors, ...values };
  return template.replace(/\{([\w-]+)\}/g, (_, name) => all[name] ?? '');
}

const render = (svg: string, width: number) =>
  new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { fontFiles, loadSystemFonts: false },
  });

export const png = (svg: string, width: number): Buffer => render(svg, width).render().asPng();

/** Returns the lines of a card's title, around the middle of its slide. The pen marks the second line, behind all letters. */
function setLines(lines: readonly string[]): string {
  const size = 'font-family="STIX Two Text" font-size="80" letter-spacing="-2.88"';
  const baseline = (index: number) => 306.5 + (index + 0.892 - lines.length / 2) * 79;
  const words = lines.map(
    (line, index) => `<text ${size} x="69.5" y="${baseline(index)}">${escapeHtml(line)}</text>`,
  );
  const alone = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">${words[1]}</svg>`;
  const width = render(alone, 1200).getBBox()?.width ?? 0;
  const pen = `<use href="#pen" transform="translate(60.5 ${baseline(1) - 64.5}) scale(${width + 22} 90)"/>`;
  return pen + words.join('');
}

/** Returns the PNG of a share image, 1200 by 630: the mark, a page’s title and note, and the drawn slide. */
export function paint(image: ShareImage): Buffer {
  const values = {
    logo: inner('logo.svg'),
    name: escapeHtml(site.name),
    note: escapeHtml(image.note),
    lines: setLines(image.lines),
  };
  return png(drawing('share-card.svg', values), 1200);
}
