import { type KeptPart, keepXmlPart, keptRelationships } from './keep-part.ts';
import type { PackageReader } from './package-reader.ts';
import { countTags, type Element } from './xml.ts';

/** Collects the parts of a file that are kept. */

export type XmlPart = KeptPart & { content: Element };

/** A layout with so many tags is not offered for slides. */
const hugeLayout = 20_000;

/** Lists the relationships of a part that have a type. */
export const targetsOf = ({ relationships }: KeptPart, type: string) =>
  relationships.filter((relationship) => relationship.type === type);

/** Collects parts by following the relationships that are kept. A part is read once, so that circles end. */
export class Collection {
  readonly parts = new Map<string, KeptPart>();
  readonly #source: PackageReader;

  constructor(source: PackageReader) {
    this.#source = source;
  }

  /** Keeps an XML part and everything that it leads to, except masters and layouts, which their lists decide. */
  xml(path: string, types?: ReadonlySet<string>): XmlPart {
    const before = this.parts.get(path.toLowerCase());
    if (before?.content) return before as XmlPart;
    const part = keepXmlPart(this.#source, path, types);
    this.parts.set(path.toLowerCase(), part);
    this.#follow(part.relationships);
    return part;
  }

  /**
   * Keeps a layout as it is, without reading it, if it is nothing but a huge drawing. Returns false for any other layout.
   * A layout with a relationship that is not kept has to be read.
   */
  isCopied(path: string): boolean {
    if (this.parts.has(path.toLowerCase()) || countTags(this.#source.bytes(path)) < hugeLayout)
      return false;
    const relationships = keptRelationships(this.#source, path);
    if (relationships.length < this.#source.relationships(path).length) return false;
    const type = this.#source.typeOf(path) ?? '';
    this.parts.set(path.toLowerCase(), {
      path,
      type,
      content: null,
      relationships,
      isChanged: false,
    });
    this.#follow(relationships);
    return true;
  }

  #follow(relationships: KeptPart['relationships']): void {
    for (const { type, target } of relationships) {
      if (type === 'image' || type === 'hdphoto' || type === 'font') this.#bytes(target);
      if (type === 'theme' || type === 'themeOverride') this.xml(target);
    }
  }

  #bytes(path: string): void {
    if (this.parts.has(path.toLowerCase())) return;
    const type = this.#source.typeOf(path) ?? 'application/octet-stream';
    this.parts.set(path.toLowerCase(), {
      path,
      type,
      content: null,
      relationships: [],
      isChanged: false,
    });
  }
}
