import type { PackageReader, Relationship } from './package-reader.ts';
import { descendants, type Element, elements, find, isElement } from './xml.ts';

/**
 * Keeps a part of the visitor's file with the relationships that a template needs. Removes what all other relationships
 * lead to: links, comments, tags, sounds, films, embedded objects, charts and diagrams.
 */

/** A part of the visitor's file that goes into the deck. */
export interface KeptPart {
  path: string;
  type: string;
  /** The tree of an XML part; null for a part that is copied as it is. */
  content: Element | null;
  /** True if the tree is no longer what the file has, so that the part has to be written anew. */
  isChanged: boolean;
  relationships: readonly Relationship[];
}

/** What a slide master, a layout or a theme may use. */
const keptTypes = new Set([
  'slideMaster',
  'slideLayout',
  'theme',
  'themeOverride',
  'image',
  'hdphoto',
]);

const officeNamespaces: readonly (readonly [strict: string, transitional: string])[] = [
  [
    'http://purl.oclc.org/ooxml/officeDocument/relationships',
    'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  ],
  ['http://purl.oclc.org/ooxml/drawingml/', 'http://schemas.openxmlformats.org/drawingml/2006/'],
  [
    'http://purl.oclc.org/ooxml/presentationml/',
    'http://schemas.openxmlformats.org/presentationml/2006/',
  ],
  [
    'http://purl.oclc.org/ooxml/officeDocument/',
    'http://schemas.openxmlformats.org/officeDocument/2006/',
  ],
];

/** Returns the address of a strict namespace or relationship type as transitional files write it. */
export function transitional(address: string): string {
  const found = officeNamespaces.find(([strict]) => address.startsWith(strict));
  return found ? found[1] + address.slice(found[0].length) : address;
}

const relationshipNamespace = officeNamespaces[0]?.[1];

/**
 * Turns a strict part into a transitional one, and writes the prefix `r` for relationships.
 * @returns whether anything changed.
 */
function normalize(element: Element, prefixes: ReadonlySet<string>): boolean {
  let isChanged = false;
  let own = prefixes;
  const { attributes } = element;
  for (const name in attributes) {
    const value = attributes[name] ?? '';
    if (name === 'xmlns' || name.startsWith('xmlns:')) {
      const address = transitional(value);
      isChanged ||= address !== value;
      attributes[name] = address;
      if (attributes[name] === relationshipNamespace) own = new Set([...own, name.slice(6)]);
    } else if (value.endsWith('%') && /^-?[\d.]+%$/.test(value)) {
      attributes[name] = String(Math.round(Number.parseFloat(value) * 1000));
      isChanged = true;
    }
  }
  if (attributes.conformance === 'strict') delete attributes.conformance;
  for (const name in attributes) {
    const colon = name.indexOf(':');
    if (colon > 0 && name.slice(0, colon) !== 'r' && own.has(name.slice(0, colon))) {
      attributes[`r:${name.slice(colon + 1)}`] = attributes[name] ?? '';
      delete attributes[name];
      isChanged = true;
    }
  }
  for (const child of element.children) {
    if (isElement(child) && normalize(child, own)) isChanged = true;
  }
  return isChanged;
}

/** The elements that are removed whole, from the inside outwards, when a part that they use is removed. */
const carriers: Readonly<Record<string, readonly string[]>> = {
  blip: ['pic', 'blipFill', 'buBlip'],
  svgBlip: ['ext'],
  imgLayer: ['ext'],
  media: ['ext'],
  tags: ['custDataLst'],
  custData: ['custDataLst'],
  snd: ['transition'],
  control: ['controls'],
  chart: ['graphicFrame'],
  relIds: ['graphicFrame'],
  oleObj: ['graphicFrame'],
};

/** Makes a fill of a picture that is not kept an empty fill, because the place of a fill in a list has a meaning. */
function emptyFill(element: Element): void {
  element.name = `${element.name.slice(0, -element.local.length)}noFill`;
  element.local = 'noFill';
  element.children = [];
  element.attributes = {};
}

/** Returns the element to remove because of a use of a relationship that is not kept. */
function gone(element: Element, parents: readonly Element[]): Element | undefined {
  const { local, attributes } = element;
  if (local === 'blip' && attributes['r:embed'] !== undefined) return;
  const around = parents.toReversed();
  const names = carriers[local] ?? [];
  const carrier = around.find((parent) => names.includes(parent.local)) ?? element;
  if (carrier.local === 'blipFill' && !around.some((parent) => parent.local === 'pic')) {
    emptyFill(carrier);
    return;
  }
  const picture =
    carrier.local === 'blipFill' ? around.find(({ local }) => local === 'pic') : undefined;
  const whole = picture ?? carrier;
  // The alternatives of an object are shown in its place, so that they go with it.
  const isObject =
    whole.local === 'graphicFrame' || whole.local === 'contentPart' || whole.local === 'controls';
  return (isObject && around.find((parent) => parent.local === 'AlternateContent')) || whole;
}

/**
 * Removes every use of a relationship that is not kept, and the timing, which moves shapes that may be gone.
 * @returns whether anything changed.
 */
function prune(root: Element, kept: ReadonlySet<string>): boolean {
  const losses = new Set<Element>();
  let isChanged = false;
  const parents: Element[] = [];
  const visit = (element: Element): void => {
    const { attributes } = element;
    let isHurt = false;
    for (const name in attributes) {
      if (!name.startsWith('r:') || kept.has(attributes[name] ?? '')) continue;
      delete attributes[name];
      isHurt = true;
    }
    isChanged ||= isHurt;
    const loss = isHurt ? gone(element, parents) : undefined;
    if (loss) losses.add(loss);
    if (element.local === 'timing') losses.add(element);
    parents.push(element);
    for (const child of element.children) if (isElement(child)) visit(child);
    parents.pop();
  };
  visit(root);
  if (losses.size === 0) return isChanged;
  for (const element of descendants(root)) {
    element.children = element.children.filter((child) => !(isElement(child) && losses.has(child)));
  }
  return true;
}

/** Lists the relationships of a part that stay. */
export const keptRelationships = (
  source: PackageReader,
  path: string,
  types: ReadonlySet<string> = keptTypes,
): Relationship[] =>
  source
    .relationships(path)
    .filter(({ type, target, isExternal }) => !isExternal && types.has(type) && source.has(target))
    .map((relationship) => ({ ...relationship, address: transitional(relationship.address) }));

/** Says whether bytes follow the last tag of a part, apart from white space. */
function hasTail(bytes: Uint8Array): boolean {
  let last = bytes.length - 1;
  while (last > 0 && [9, 10, 13, 32].includes(bytes[last] ?? 0)) last -= 1;
  return bytes[last] !== 62;
}

/** Reads an XML part, keeps what a template needs of it, and lists the relationships that stay. @throws TemplateRefused */
export function keepXmlPart(
  source: PackageReader,
  path: string,
  types: ReadonlySet<string> = keptTypes,
): KeptPart & { content: Element } {
  const content = source.xml(path);
  const isNormal = !normalize(content, new Set());
  const relationships = keptRelationships(source, path, types);
  const isWhole = !prune(content, new Set(relationships.map(({ id }) => id)));
  return {
    path,
    type: source.typeOf(path) ?? '',
    content,
    relationships,
    isChanged: !(isNormal && isWhole) || hasTail(source.bytes(path)),
  };
}

/** Lists the elements of a list by the relationship that each names. */
export const idsIn = (root: Element, list: string): string[] =>
  elements(find(root, list)).map(({ attributes }) => attributes['r:id'] ?? '');
