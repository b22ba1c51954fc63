import type { PackageReader, Relationship } from './package-reader.ts';
import { prune } from './prune.ts';
import { normalize, transitional } from './transitional.ts';
import type { Element, XmlBudget } from './xml.ts';

/**
 * Keeps the parts of the visitor's file that a template needs. What all other relationships lead to is dropped: links,
 * comments, tags, sounds, films, embedded objects, charts and diagrams.
 */

/** A part of the visitor's file that goes into the deck. */
export interface KeptPart {
  path: string;
  type: string;
  /** The tree of an XML part, or the bytes of a part that is copied as it is. */
  content: Element | Uint8Array<ArrayBuffer>;
  relationships: readonly Relationship[];
}

export type XmlPart = KeptPart & { content: Element };

/** What a slide master, a layout or a theme may use. */
const usedByMasters: ReadonlySet<string> = new Set([
  'slideMaster',
  'slideLayout',
  'theme',
  'themeOverride',
  'image',
  'hdphoto',
]);

/** A layout of more bytes is a drawing, which is copied and not offered for slides. The largest other layout has 365 kB. */
const hugeLayout = 500_000;

/** Lists the relationships of a part that have a type. */
export const targetsOf = ({ relationships }: KeptPart, type: string) =>
  relationships.filter((relationship) => relationship.type === type);

/** A slide of the visitor's file, which is not kept. */
export interface SlideSource {
  path: string;
  relationships: readonly Relationship[];
}

/** Collects parts by following the relationships that are kept. A part is read once, so that circles end. */
export class Collection {
  /** The parts by path. */
  readonly parts = new Map<string, KeptPart>();
  readonly #source: PackageReader;

  constructor(source: PackageReader) {
    this.#source = source;
  }

  /**
   * Keeps an XML part and everything that it leads to, except masters and layouts, which their lists decide.
   * @param types the types of relationships that stay.
   * @throws TemplateRefused
   */
  async xml(path: string, types = usedByMasters): Promise<XmlPart> {
    const before = this.parts.get(path);
    if (before && !(before.content instanceof Uint8Array)) return before as XmlPart;
    const content = await this.#source.xml(path);
    const relationships = this.#kept(await this.#source.relationships(path), types);
    normalize(content);
    prune(content, new Set(relationships.map(({ id }) => id)));
    const part = { path, type: this.#source.typeOf(path) ?? '', content, relationships };
    this.parts.set(path, part);
    await this.#follow(relationships);
    return part;
  }

  /** Reads a slide with the relationships to its pictures. Keeps nothing of it. @throws TemplateRefused */
  async slide({ path, relationships }: SlideSource, budget: XmlBudget): Promise<XmlPart> {
    const content = await this.#source.xml(path, budget);
    normalize(content);
    const pictures = this.#kept(relationships, new Set(['image']));
    return { path, type: this.#source.typeOf(path) ?? '', content, relationships: pictures };
  }

  /** Returns the bytes to which a part inflates. */
  sizeOf(path: string): number {
    return this.#source.sizeOf(path);
  }

  /** Keeps a picture, whose bytes `readCopies` reads. */
  keepPicture(path: string): void {
    this.#copy(path);
  }

  /**
   * Keeps a layout. Returns undefined for a huge drawing, which is copied without being read. A layout with a relationship
   * that is not kept has to be read.
   */
  async layout(path: string): Promise<XmlPart | undefined> {
    if (this.#source.sizeOf(path) <= hugeLayout) return this.xml(path);
    const all = await this.#source.relationships(path);
    const relationships = this.#kept(all, usedByMasters);
    if (relationships.length < all.length) return this.xml(path);
    this.#copy(path, relationships);
    await this.#follow(relationships);
    return;
  }

  /** Drops the parts to which a part does not lead, and that part itself. */
  dropUnreached(start: KeptPart): void {
    const reached = new Set<string>();
    const waiting = [start];
    for (let part = waiting.pop(); part; part = waiting.pop()) {
      for (const { target } of part.relationships) {
        const next = this.parts.get(target);
        if (!next || reached.has(target)) continue;
        reached.add(target);
        waiting.push(next);
      }
    }
    for (const path of this.parts.keys()) if (!reached.has(path)) this.parts.delete(path);
  }

  /** Reads the parts that are copied as they are and that were not read before. A part that is damaged or too large stays empty. */
  async readCopies(): Promise<void> {
    for (const part of this.parts.values()) {
      const { content, path } = part;
      if (content instanceof Uint8Array && content.length === 0)
        part.content = await this.#source.bytes(path).catch(() => content);
    }
  }

  /** Lists the relationships that stay. */
  #kept(relationships: readonly Relationship[], types: ReadonlySet<string>): Relationship[] {
    return relationships
      .filter(
        ({ type, target, isExternal }) =>
          !isExternal && types.has(type) && this.#source.has(target),
      )
      .map((relationship) => ({ ...relationship, address: transitional(relationship.address) }));
  }

  async #follow(relationships: readonly Relationship[]): Promise<void> {
    for (const { type, target } of relationships) {
      if (type === 'image' || type === 'hdphoto' || type === 'font') this.#copy(target);
      if (type === 'theme' || type === 'themeOverride') await this.xml(target);
    }
  }

  #copy(path: string, relationships: readonly Relationship[] = []): void {
    if (this.parts.has(path)) return;
    const type = this.#source.typeOf(path) ?? 'application/octet-stream';
    this.parts.set(path, { path, type, content: new Uint8Array(), relationships });
  }
}
