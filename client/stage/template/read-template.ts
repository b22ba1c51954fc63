import type { Furniture } from '../sample/looks.ts';
import { type Archive, openArchive } from './archive.ts';
import { colorOf } from './color.ts';
import { check, type FailureReason, TemplateFailure } from './failure.ts';
import { readFurniture, type SlideSize } from './furniture.ts';
import { tagsOf } from './xml.ts';

/**
 * Reads the colours, typefaces, size, layout names and title layout's bars of a presentation or template. Nothing else is
 * inflated.
 */

/** The twelve places of a colour scheme. */
const places = [
  'dk1',
  'lt1',
  'dk2',
  'lt2',
  'accent1',
  'accent2',
  'accent3',
  'accent4',
  'accent5',
  'accent6',
  'hlink',
  'folHlink',
] as const;
export type Place = (typeof places)[number];

export interface Template {
  /** `#rrggbb` by place, after the master's colour map: `lt1` is the ground of a slide. */
  colors: Readonly<Record<Place, string>>;
  /** The names of the typefaces, safe inside a CSS string. */
  fonts: { heading: string; body: string };
  /** The shape of a slide: its width over its height. */
  ratio: number;
  /** Names of the first master's layouts. */
  layouts: readonly string[];
  /** The rectangles of the title layout that touch an edge. */
  furniture: readonly Furniture[];
}

export type TemplateReading =
  | { ok: true; template: Template }
  | { ok: false; reason: FailureReason };

interface Relationship {
  type: string;
  target: string;
}

const mainTypes = ['presentation.main+xml', 'template.main+xml'].map(
  (name) => `application/vnd.openxmlformats-officedocument.presentationml.${name}`,
);

/** Resolves a target against the part that names it. */
function resolved(target: string, source: string): string {
  const base = target.startsWith('/') ? [] : source.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') base.pop();
    else if (step !== '' && step !== '.') base.push(step);
  }
  return base.join('/');
}

/** Returns the relationships of a part by id. A type is the last word of its address, because strict files have other addresses. */
async function relationshipsOf(archive: Archive, source: string) {
  const slash = source.lastIndexOf('/') + 1;
  const path = `${source.slice(0, slash)}_rels/${source.slice(slash)}.rels`;
  const found = new Map<string, Relationship>();
  for (const { name, attributes } of tagsOf(await archive.read(path))) {
    if (name !== 'Relationship' || attributes.get('TargetMode') === 'External') continue;
    const type = attributes.get('Type')?.split('/').at(-1) ?? '';
    const target = resolved(attributes.get('Target') ?? '', source);
    found.set(attributes.get('Id') ?? '', { type, target });
  }
  return found;
}

const ofType = (relationships: ReadonlyMap<string, Relationship>, type: string) =>
  [...relationships.values()].find((relationship) => relationship.type === type)?.target;

async function contentTypeOf(archive: Archive, part: string): Promise<string | undefined> {
  check(archive.has('[Content_Types].xml'), 'not-pptx');
  for (const { name, attributes } of tagsOf(await archive.read('[Content_Types].xml'))) {
    const isPart = attributes.get('PartName')?.toLowerCase() === `/${part.toLowerCase()}`;
    if (name === 'Override' && isPart) return attributes.get('ContentType');
  }
  return;
}

/** Finds the main part, and checks that it is a presentation or a template, without macros. */
async function mainPart(archive: Archive): Promise<string> {
  check(archive.has('_rels/.rels'), 'not-pptx');
  const part = ofType(await relationshipsOf(archive, ''), 'officeDocument');
  check(part !== undefined, 'not-pptx');
  const type = await contentTypeOf(archive, part);
  check(type !== undefined && mainTypes.includes(type), 'not-pptx');
  return part;
}

async function readPresentation(archive: Archive, part: string) {
  let master: string | undefined;
  // 10 by 7.5 inches, where the file names no size.
  let size: SlideSize = { width: 9_144_000, height: 6_858_000 };
  for (const { name, attributes } of tagsOf(await archive.read(part))) {
    if (name === 'sldMasterId') master ??= attributes.get('r:id');
    if (name !== 'sldSz') continue;
    const [width, height] = [Number(attributes.get('cx')), Number(attributes.get('cy'))];
    if (width > 0 && height > 0) size = { width, height };
  }
  const target = (await relationshipsOf(archive, part)).get(master ?? '')?.target;
  check(target !== undefined, 'no-theme');
  return { master: target, size };
}

type Fonts = Template['fonts'];

/** The elements of a master that begin and end words of one kind. */
const wordsIn = new Map<string, keyof Fonts | undefined>([
  ['sp', undefined],
  ['titleStyle', 'heading'],
  ['bodyStyle', 'body'],
  ['otherStyle', undefined],
]);
/** The words in a placeholder by its type. */
const wordsOfPlaceholder = new Map<string, keyof Fonts>([
  ['title', 'heading'],
  ['ctrTitle', 'heading'],
  ['body', 'body'],
]);

/**
 * Reads a master. `map` leads from the names of colours on slides to places of the theme. `fonts` has the typefaces that the
 * placeholders or the text styles of the master name first.
 */
async function readMaster(archive: Archive, part: string) {
  const map = new Map<string, string>();
  const layoutIds: string[] = [];
  const fonts: Partial<Fonts> = {};
  let words: keyof Fonts | undefined;
  for (const { name, isOpening, attributes } of tagsOf(await archive.read(part))) {
    if (wordsIn.has(name)) words = isOpening ? wordsIn.get(name) : undefined;
    else if (!isOpening) continue;
    else if (name === 'ph') words = wordsOfPlaceholder.get(attributes.get('type') ?? '');
    else if (name === 'latin' && words) fonts[words] ??= attributes.get('typeface') ?? '';
    else if (name === 'clrMap') for (const [from, to] of attributes) map.set(from, to);
    else if (name === 'sldLayoutId') layoutIds.push(attributes.get('r:id') ?? '');
  }
  return { map, layoutIds, fonts };
}

/** Returns the name without the characters that a CSS string cannot have. Returns Arial if there is no name. */
function typefaceName(text = ''): string {
  const name = text
    .normalize()
    .replaceAll(/[^\p{L}\p{N} ._&()+-]/gu, '')
    .trim()
    .slice(0, 64);
  return name === '' || name.startsWith('+') ? 'Arial' : name;
}

/** Returns the typeface that a master names; undefined if it names none, or by a `+` one of its theme. */
const ownTypeface = (typeface = ''): string | undefined =>
  typeface === '' || typeface.startsWith('+') ? undefined : typefaceName(typeface);

/** Returns the colours by place and the typefaces. Only the first scheme of each kind counts. */
async function readTheme(archive: Archive, part: string) {
  const colors = new Map<string, string>();
  const fonts = new Map<string, string>();
  let [inScheme, place, font] = [false, '', ''];
  for (const tag of tagsOf(await archive.read(part))) {
    const { name, isOpening, attributes } = tag;
    if (name === 'clrScheme') inScheme = isOpening;
    else if (name === 'majorFont' || name === 'minorFont') font = isOpening ? name : '';
    else if (!isOpening) continue;
    else if (font && name === 'latin' && !fonts.has(font)) {
      fonts.set(font, typefaceName(attributes.get('typeface')));
    } else if (inScheme && places.some((known) => known === name)) place = name;
    else if (inScheme && !colors.has(place)) {
      const color = colorOf(tag);
      if (color) colors.set(place, color);
    }
  }
  const [heading, body] = [fonts.get('majorFont'), fonts.get('minorFont')];
  check(heading !== undefined && body !== undefined, 'no-theme');
  return { colors, fonts: { heading, body } };
}

/** Returns the colour of each place after the master's colour map. */
function mapped(colors: ReadonlyMap<string, string>, map: ReadonlyMap<string, string>) {
  const seen: Readonly<Record<string, string>> = { lt1: 'bg1', dk1: 'tx1', lt2: 'bg2', dk2: 'tx2' };
  const entries = places.map((place) => {
    const color = colors.get(map.get(seen[place] ?? place) ?? place) ?? colors.get(place);
    check(color !== undefined, 'no-theme');
    return [place, color] as const;
  });
  return Object.fromEntries(entries) as Record<Place, string>;
}

/** The bytes of a layout that are read for its name. */
const layoutBeginning = 16_000;
const mostLayouts = 100;

/** Returns a layout's name and its type, as `title`. */
async function readLayout(archive: Archive, part: string) {
  let type: string | undefined;
  for (const { name, attributes } of tagsOf(await archive.begin(part, layoutBeginning), false)) {
    if (name === 'sldLayout') type = attributes.get('type');
    if (name === 'cSld') return { part, type, name: attributes.get('name')?.slice(0, 100) };
  }
  return { part, type, name: undefined };
}

async function readParts(file: Blob): Promise<Template> {
  const archive = await openArchive(file);
  const main = await mainPart(archive);
  const { master, size } = await readPresentation(archive, main);
  const relationships = await relationshipsOf(archive, master);
  const { map, layoutIds, fonts: ofMaster } = await readMaster(archive, master);
  const theme = ofType(relationships, 'theme');
  check(theme !== undefined, 'no-theme');
  const { colors, fonts } = await readTheme(archive, theme);
  const layouts: Awaited<ReturnType<typeof readLayout>>[] = [];
  for (const id of layoutIds.slice(0, mostLayouts)) {
    const part = relationships.get(id)?.target;
    if (part) layouts.push(await readLayout(archive, part));
  }
  const titleLayout = layouts.find(({ type }) => type === 'title') ?? layouts[0];
  const colorAt = (name: string, ownMap: ReadonlyMap<string, string>) =>
    colors.get(ownMap.get(name) ?? map.get(name) ?? name);
  return {
    colors: mapped(colors, map),
    fonts: {
      heading: ownTypeface(ofMaster.heading) ?? fonts.heading,
      body: ownTypeface(ofMaster.body) ?? fonts.body,
    },
    ratio: size.width / size.height,
    layouts: layouts.flatMap(({ name }) => name || []),
    furniture: titleLayout ? await readFurniture(archive, titleLayout.part, size, colorAt) : [],
  };
}

/**
 * Reads a visitor's `.pptx` or `.potx` in this browser. Makes no request and stores nothing. A file that cannot be read
 * gives a reason; this function never rejects.
 */
export async function readTemplate(file: Blob): Promise<TemplateReading> {
  try {
    return { ok: true, template: await readParts(file) };
  } catch (error) {
    const reason = error instanceof TemplateFailure ? error.reason : 'damaged';
    return { ok: false, reason };
  }
}
