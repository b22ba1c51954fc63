import type { XmlPart } from '../package/collection.ts';
import { isTrue } from '../package/is-true.ts';
import { officeRelationships } from '../package/package-writer.ts';
import { descendants, type Element, elements, find, serialize, textIn } from '../package/xml.ts';

/** Lists what a slide or a layout draws, without texts, names and links. */

/** Two drawings are at the same place if they differ by less than this part of the slide's width. */
export const hair = 1 / 200;

/** What is copied of each kind of drawing. Texts, charts, tables, objects and descriptions are not. */
const copied: Readonly<Record<string, readonly string[]>> = {
  sp: ['spPr', 'style'],
  cxnSp: ['spPr', 'style'],
  pic: ['blipFill', 'spPr', 'style'],
  grpSp: ['grpSpPr', 'sp', 'cxnSp', 'pic', 'grpSp'],
};
/** What the properties of a drawing may hold. A placeholder, a film and a sound are no drawings. */
const mayHold = new Set(['custDataLst', 'extLst']);

type PathOf = (id: string) => string;

/** Copies properties with the paths of pictures in place of ids. Of extensions, only the vector form of a picture is copied. */
function copyOf(element: Element, pathOf: PathOf): Element {
  const attributes: Element['attributes'] = {};
  for (const name in element.attributes) {
    const value = element.attributes[name] ?? '';
    if (name === 'r:embed') attributes[name] = pathOf(value);
    else if (!name.includes(':') || name.startsWith('xmlns')) attributes[name] = value;
  }
  const isList = element.local === 'extLst';
  const children = elements(element).filter((child) => !isList || find(child, 'svgBlip'));
  return { ...element, attributes, children: children.map((child) => copyOf(child, pathOf)) };
}

/**
 * Copies a drawing without names, links and labels. The copy of a group has no shapes with a text. Returns undefined if the
 * element is a shape with a text, or no drawing.
 */
function drawingOf(element: Element, pathOf: PathOf): Element | undefined {
  const names = copied[element.local];
  const [properties] = elements(element);
  if (!names || !properties) return;
  const label = find(properties, 'cNvPr');
  const isOther =
    elements(find(properties, 'nvPr')).some(({ local }) => !mayHold.has(local)) ||
    elements(label).some(({ attributes }) => attributes.action) ||
    isTrue(label?.attributes.hidden) ||
    textIn(find(element, 'txBody')).trim() !== '';
  if (isOther) return;
  const children = elements(element).flatMap((child) => {
    if (!names.includes(child.local)) return [];
    return copied[child.local] ? (drawingOf(child, pathOf) ?? []) : copyOf(child, pathOf);
  });
  const bare = elements(properties).map((child) => ({
    ...child,
    attributes: child === label ? { id: '0', name: 'Drawing' } : {},
    children: [],
  }));
  const { attributes } = copyOf({ ...element, children: [] }, pathOf);
  return { ...element, attributes, children: [{ ...properties, children: bare }, ...children] };
}

/** Lists the pictures that a drawing uses, by their paths; an empty path for a picture that is missing or outside the file. */
export const picturesOf = (drawing: Element): string[] =>
  [...descendants(drawing)].flatMap(({ local, attributes }) =>
    local === 'blip' || 'r:embed' in attributes ? [attributes['r:embed'] ?? ''] : [],
  );

/** Lists the background and the drawings of a part, from back to front, by what they show and where. */
export function drawingsOf(
  { content, relationships }: XmlPart,
  slideWidth: number,
): Map<string, Element> {
  const paths = new Map(relationships.map(({ id, target }) => [id, target]));
  const pathOf: PathOf = (id) => paths.get(id) ?? '';
  const slide = find(content, 'cSld');
  const declared = Object.entries(content.attributes).filter(([name]) => name.startsWith('xmlns'));
  const prefixes = { ...Object.fromEntries(declared), 'xmlns:r': officeRelationships };
  const found = new Map<string, Element>();
  for (const element of [...elements(slide, 'bg'), ...elements(find(slide, 'spTree'))]) {
    const drawing = element.local === 'bg' ? copyOf(element, pathOf) : drawingOf(element, pathOf);
    if (!drawing || picturesOf(drawing).includes('')) continue;
    const key = serialize(drawing).replaceAll(
      / (x|y|cx|cy)="(-?\d+)"/g,
      (_, name, length) => ` ${name}="${Math.round(Number(length) / slideWidth / hair)}"`,
    );
    found.set(key, { ...drawing, attributes: { ...prefixes, ...drawing.attributes } });
  }
  return found;
}
