import { type Element, isElement } from './xml.ts';

/** Office files come in two forms, strict and transitional. The engine works with the transitional one. */

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

/** Turns a strict part into a transitional one, and writes the prefix `r` for relationships. */
export function normalize(element: Element, prefixes: ReadonlySet<string> = new Set()): void {
  let own = prefixes;
  const { attributes } = element;
  for (const name in attributes) {
    const value = attributes[name] ?? '';
    if (name === 'xmlns' || name.startsWith('xmlns:')) {
      const address = transitional(value);
      attributes[name] = address;
      if (address === relationshipNamespace) own = new Set([...own, name.slice(6)]);
    } else if (value.endsWith('%') && /^-?[\d.]+%$/.test(value)) {
      attributes[name] = String(Math.round(Number.parseFloat(value) * 1000));
    }
  }
  if (attributes.conformance === 'strict') delete attributes.conformance;
  for (const name in attributes) {
    const colon = name.indexOf(':');
    if (colon > 0 && name.slice(0, colon) !== 'r' && own.has(name.slice(0, colon))) {
      attributes[`r:${name.slice(colon + 1)}`] = attributes[name] ?? '';
      delete attributes[name];
    }
  }
  for (const child of element.children) if (isElement(child)) normalize(child, own);
}
