import { officeRelationships } from './package-writer.ts';
import { type Element, isElement } from './xml.ts';

/** Office files come in two forms, strict and transitional. The engine works with the transitional one. */

/** Returns the address of a strict namespace or relationship type as transitional files write it. */
export const transitional = (address: string): string =>
  address.replace(
    /^http:\/\/purl\.oclc\.org\/ooxml\/(\w+)\//,
    'http://schemas.openxmlformats.org/$1/2006/',
  );

/** Turns a strict part into a transitional one, and declares and writes the prefix `r` for relationships. */
export function normalize(element: Element, prefixes: ReadonlySet<string> = new Set()): void {
  let own = prefixes;
  const { attributes } = element;
  for (const name in attributes) {
    const value = attributes[name] ?? '';
    if (name === 'xmlns' || name.startsWith('xmlns:')) {
      const address = transitional(value);
      attributes[name] = address;
      if (address !== officeRelationships || ['xmlns', 'xmlns:r'].includes(name)) continue;
      own = new Set([...own, name.slice(6)]);
      delete attributes[name];
      attributes['xmlns:r'] = address;
    } else if (value.endsWith('%') && /^-?[\d.]+%$/.test(value)) {
      attributes[name] = String(Math.round(Number.parseFloat(value) * 1000));
    }
  }
  if (attributes.conformance === 'strict') delete attributes.conformance;
  for (const name in attributes) {
    const colon = name.indexOf(':');
    if (colon > 0 && own.has(name.slice(0, colon))) {
      attributes[`r:${name.slice(colon + 1)}`] = attributes[name] ?? '';
      delete attributes[name];
    }
  }
  for (const child of element.children) if (isElement(child)) normalize(child, own);
}
