import { posix } from 'node:path';
import { DOMParser, type Document, type Element } from '@xmldom/xmldom';
import { strFromU8, unzipSync } from 'fflate';

/** One relationship of a part, or of the package itself. */
export interface Relationship {
  id: string;
  /** The last segment of the type, as `slideLayout`. */
  kind: string;
  /** The path of the part that it leads to, or the address of an external one. */
  target: string;
  isExternal: boolean;
}

/** An opened Office file, read without the engine's own reader. */
export interface OfficePackage {
  /** The paths of all entries, in the order of the directory. A path that stands twice is twice in the list. */
  paths: readonly string[];
  parts: Readonly<Record<string, Uint8Array>>;
  /** Parses a part. Throws if the part is missing or not well-formed. */
  xml(path: string): Document;
  /** Returns the relationships of a part. The part '' is the package itself. */
  relationshipsOf(path: string): readonly Relationship[];
}

/** Parses XML strictly: every error of the parser throws. */
function parse(text: string): Document {
  const onError = (level: string, message: string): void => {
    if (level !== 'warning') throw new Error(message);
  };
  return new DOMParser({ onError }).parseFromString(text, 'text/xml');
}

export const elementsOf = (document: Document | Element, name: string): Element[] =>
  Array.from(document.getElementsByTagNameNS('*', name));

/** Returns the path of the part with the relationships of a part. */
const relationshipPath = (path: string): string =>
  path === ''
    ? '_rels/.rels'
    : `${posix.join(posix.dirname(path), '_rels', posix.basename(path))}.rels`;

/** Returns the path of the part that a target means, seen from a part. Keeps percent signs, as the names of parts do. */
const resolve = (target: string, from: string): string =>
  new URL(target, `file:///${from}`).pathname.slice(1);

/** Opens an Office file. Throws if the ZIP file is broken. */
export function openPackage(bytes: Uint8Array): OfficePackage {
  const paths: string[] = [];
  const parts = unzipSync(bytes, {
    filter: ({ name }) => {
      paths.push(name);
      return true;
    },
  });
  const documents = new Map<string, Document>();
  const relationships = new Map<string, readonly Relationship[]>();

  function xml(path: string): Document {
    const known = documents.get(path);
    if (known) return known;
    const content = parts[path];
    if (!content) throw new Error(`${path} is missing`);
    const document = parse(strFromU8(content));
    documents.set(path, document);
    return document;
  }

  function readRelationships(path: string): readonly Relationship[] {
    const file = relationshipPath(path);
    if (!parts[file]) return [];
    return elementsOf(xml(file), 'Relationship').map((element) => {
      const target = element.getAttribute('Target') ?? '';
      const isExternal = element.getAttribute('TargetMode') === 'External';
      return {
        id: element.getAttribute('Id') ?? '',
        kind: (element.getAttribute('Type') ?? '').split('/').at(-1) ?? '',
        target: isExternal ? target : resolve(target, path),
        isExternal,
      };
    });
  }

  return {
    paths,
    parts,
    xml,
    relationshipsOf(path) {
      const known = relationships.get(path) ?? readRelationships(path);
      relationships.set(path, known);
      return known;
    },
  };
}

/** Returns the parts that a part leads to by relationships of a kind. */
export const related = (file: OfficePackage, path: string, kind: string): string[] =>
  file
    .relationshipsOf(path)
    .filter((one) => one.kind === kind && !one.isExternal)
    .map(({ target }) => target);
