import { type Element, elements, find } from '../package/xml.ts';
import { resolveColor } from './color.ts';

/** The theme of a master: its colours, typefaces, and lists of fills. */
export interface Theme {
  path: string;
  /** `#rrggbb` by place, as `dk1` and `accent2`. */
  places: ReadonlyMap<string, string>;
  fonts: { heading: string; body: string };
  fills: readonly Element[];
  backgroundFills: readonly Element[];
  lines: readonly Element[];
}

/** Office's own colours, for places that a theme leaves out. */
const officeColors: Readonly<Record<string, string>> = {
  dk1: '#000000',
  lt1: '#ffffff',
  dk2: '#44546a',
  lt2: '#e7e6e6',
  accent1: '#4472c4',
  accent2: '#ed7d31',
  accent3: '#a5a5a5',
  accent4: '#ffc000',
  accent5: '#5b9bd5',
  accent6: '#70ad47',
  hlink: '#0563c1',
  folHlink: '#954f72',
};

const noScheme = { places: new Map<string, string>(), map: new Map<string, string>() };

/** Returns the name without the characters that a CSS string cannot have. Returns Arial if there is no name. */
export function typefaceName(text = ''): string {
  const name = text
    .normalize()
    .replaceAll(/[^\p{L}\p{N} ._&()+-]/gu, '')
    .trim()
    .slice(0, 64);
  return name === '' || name.startsWith('+') ? 'Arial' : name;
}

/** Reads a theme part, or a layout's override of a theme. An override without a list takes the list of the base. */
export function readTheme(
  { path, content }: { path: string; content: Element },
  base?: Theme,
): Theme {
  const root = content.local === 'theme' ? find(content, 'themeElements') : content;
  const places = new Map(base?.places ?? Object.entries(officeColors));
  for (const place of elements(find(root, 'clrScheme'))) {
    const [color] = elements(place);
    const resolved = color && resolveColor(color, noScheme);
    if (resolved) places.set(place.local, resolved.hex);
  }
  const fonts = find(root, 'fontScheme');
  const font = (name: string) => typefaceName(find(fonts, name, 'latin')?.attributes.typeface);
  const format = find(root, 'fmtScheme');
  const list = (name: string) => elements(find(format, name));
  return {
    path,
    places,
    fonts: fonts || !base ? { heading: font('majorFont'), body: font('minorFont') } : base.fonts,
    fills: format || !base ? list('fillStyleLst') : base.fills,
    backgroundFills: format || !base ? list('bgFillStyleLst') : base.backgroundFills,
    lines: format || !base ? list('lnStyleLst') : base.lines,
  };
}
