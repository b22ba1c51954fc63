import { site } from '../../../shared/site.ts';
import type { Look } from '../sample/looks.ts';
import { escapeXml } from './package.ts';

/**
 * The place of each colour of a palette in the theme. A slide names places only, so that another theme recolours the
 * slide. `onKey` has no place of its own, see {@link onKeyColor}.
 */
export const schemeColors = {
  paper: 'bg1',
  ink: 'tx2',
  ink2: 'tx1',
  mid: 'accent1',
  light: 'bg2',
  key: 'accent2',
} as const;

export type ColorName = keyof typeof schemeColors;

/** The name of the theme and of its parts. */
const name = escapeXml(site.name);

/** Returns the colour of text on the key colour: the look's ink or its paper. */
export const onKeyColor = ({ palette }: Look): ColorName =>
  palette.onKey === palette.paper ? 'paper' : 'ink';

const rgb = (color: string) => `<a:srgbClr val="${color.slice(1).toUpperCase()}"/>`;

/** Returns a colour as its place in the theme of a look, so that another theme recolours it. Without a place, returns the value. */
export function themeColor(color: string, { palette, others }: Look): string {
  const places = Object.entries(schemeColors).map(
    ([name, place]) => [place, palette[name as ColorName]] as const,
  );
  const found = [...places, ...Object.entries(others ?? {})].find(([, value]) => value === color);
  return found ? `<a:schemeClr val="${found[0]}"/>` : rgb(color);
}

/** Returns the colour scheme of a look: the twelve places of a theme, in the order of the schema. */
function colorScheme({ palette, others }: Look): string {
  const { paper, ink, ink2, mid, light, key } = palette;
  const colors = {
    dk1: ink2,
    lt1: paper,
    dk2: ink,
    lt2: light,
    accent1: mid,
    accent2: key,
    accent3: ink,
    accent4: ink2,
    accent5: light,
    accent6: mid,
    hlink: ink,
    folHlink: ink2,
    ...others,
  };
  const places = Object.entries(colors).map(
    ([name, color]) => `<a:${name}>${rgb(color)}</a:${name}>`,
  );
  return `<a:clrScheme name="${name}">${places.join('')}</a:clrScheme>`;
}

const font = (typeface: string) =>
  `<a:latin typeface="${escapeXml(typeface)}"/><a:ea typeface=""/><a:cs typeface=""/>`;

const plainFill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const plainLine = `<a:ln w="9525">${plainFill}</a:ln>`;
const plainEffect = '<a:effectStyle><a:effectLst/></a:effectStyle>';

/** Returns the theme part: the look's colours and typefaces, and plain fills and lines. */
export function themeXml(look: Look): string {
  const { heading, body } = look.fonts;
  return (
    `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="${name}"><a:themeElements>` +
    colorScheme(look) +
    `<a:fontScheme name="${name}"><a:majorFont>${font(heading)}</a:majorFont><a:minorFont>${font(body)}</a:minorFont></a:fontScheme>` +
    `<a:fmtScheme name="${name}"><a:fillStyleLst>${plainFill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${plainLine.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${plainEffect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${plainFill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme>` +
    '</a:themeElements></a:theme>'
  );
}
