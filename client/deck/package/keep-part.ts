import type { PackageReader, Relationship } from './package-reader.ts';
import { prune } from './prune.ts';
import { normalize, transitional } from './transitional.ts';
import { type Element, elements, find } from './xml.ts';

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
  const isNormal = !normalize(content);
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
