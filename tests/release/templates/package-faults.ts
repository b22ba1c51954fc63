import type { Element } from '@xmldom/xmldom';
import { elementsOf, type OfficePackage, related } from './office-package.ts';

/** Faults of the package: types of parts, relationships, orphans, XML that is not well-formed. */

const isRelationships = (path: string): boolean => /(^|\/)_rels\/[^/]*\.rels$/.test(path);

/** Returns the values that stand more than once. */
export const repeated = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

/**
 * Returns the faults of `[Content_Types].xml`. Part names and endings ignore case. `application/xml` is the type of no part
 * of an Office file.
 */
function typeFaults(file: OfficePackage): string[] {
  const types = file.xml('[Content_Types].xml');
  const lower = (element: Element, name: string) =>
    (element.getAttribute(name) ?? '').toLowerCase();
  const defaults = elementsOf(types, 'Default').map((one) => lower(one, 'Extension'));
  const overrides = elementsOf(types, 'Override').map((one) => lower(one, 'PartName').slice(1));
  const names = new Set(file.paths.map((path) => path.toLowerCase()));
  return [
    ...repeated(defaults).map((ending) => `two types for .${ending}`),
    ...repeated(overrides).map((path) => `two types for ${path}`),
    ...overrides.filter((path) => !names.has(path)).map((path) => `a type for no part: ${path}`),
    ...[...names]
      .filter((path) => path !== '[content_types].xml' && !path.endsWith('/'))
      .filter((path) => !overrides.includes(path))
      .filter((path) => path.endsWith('.xml') || !defaults.includes(path.split('.').at(-1) ?? ''))
      .map((path) => `no type: ${path}`),
  ];
}

/** Returns the ids of relationships that a part's XML uses. */
function usedIds(file: OfficePackage, path: string): string[] {
  return elementsOf(file.xml(path), '*').flatMap((element) =>
    Array.from(element.attributes)
      .filter(({ namespaceURI }) => namespaceURI?.endsWith('/relationships'))
      .map(({ value }) => value)
      .filter((value) => value !== ''),
  );
}

function relationshipFaults(file: OfficePackage, path: string): string[] {
  const all = file.relationshipsOf(path);
  const ids = all.map(({ id }) => id);
  const used = /\.(xml|vml)$/.test(path) ? usedIds(file, path) : [];
  return [
    ...repeated(ids).map((id) => `${path}: the relationship ${id} stands twice`),
    ...all
      .filter(({ isExternal, target }) => !isExternal && !file.parts[target])
      .map(({ id, target }) => `${path}: ${id} leads to no part (${target})`),
    ...used.filter((id) => !ids.includes(id)).map((id) => `${path}: no relationship ${id}`),
  ];
}

/** Returns the parts that no chain of relationships reaches from the package. */
function orphans(file: OfficePackage): string[] {
  const reached = new Set(['']);
  for (const path of reached) {
    for (const { target, isExternal } of file.relationshipsOf(path))
      if (!isExternal) reached.add(target);
  }
  return file.paths.filter(
    (path) => path !== '[Content_Types].xml' && !isRelationships(path) && !reached.has(path),
  );
}

/** Returns the faults of an Office file that hold for every kind of Office file. */
export function packageFaults(file: OfficePackage): string[] {
  const parts = Object.keys(file.parts);
  const broken = parts
    .filter((path) => /\.(xml|rels|vml)$/.test(path))
    .flatMap((path) => {
      try {
        file.xml(path);
        return [];
      } catch (error) {
        return [`${path}: ${(error as Error).message.split('\n')[0]}`];
      }
    });
  if (broken.length > 0) return broken;
  const [main] = related(file, '', 'officeDocument');
  return [
    ...(main ? [] : ['no main part']),
    ...repeated(file.paths).map((path) => `two entries: ${path}`),
    ...typeFaults(file),
    ...['', ...parts.filter((path) => !isRelationships(path))].flatMap((path) =>
      relationshipFaults(file, path),
    ),
    ...orphans(file).map((path) => `orphan: ${path}`),
  ];
}
