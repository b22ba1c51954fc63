import { strToU8, type Zippable, zipSync } from 'fflate';
import { relationshipsPath } from './package-reader.ts';
import { escapeXml } from './xml.ts';

/** A part to be written. */
export interface Part {
  /** Without a slash in front: `ppt/slides/slide1.xml`. */
  path: string;
  /** The text of an XML part without its declaration, or bytes. */
  content: string | Uint8Array;
  /** The media type. */
  type: string;
  relationships?: readonly PartRelationship[];
}

export interface PartRelationship {
  id: string;
  /** The last word of an Office relationship type, or a whole address. */
  type: string;
  /** The path of the part that the relationship leads to. */
  target: string;
}

/** The start of the media types of Office. */
export const officeTypes = 'application/vnd.openxmlformats-officedocument';

/** Returns the media type of a part of a presentation by its name, as `slide`. */
export const partType = (name: string): string => `${officeTypes}.presentationml.${name}+xml`;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const packageSchemas = 'http://schemas.openxmlformats.org/package/2006';
export const officeRelationships =
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationshipsType = 'application/vnd.openxmlformats-package.relationships+xml';

/**
 * Returns a path with percent signs for what the name of a part cannot have. Some programs write a space or an umlaut, and
 * others cannot open a package with such a name.
 */
const asPartName = (path: string): string =>
  path.replaceAll(/[^\w!$&'()*+,;=:@/.~%-]+/g, encodeURIComponent);

function relationshipsXml(relationships: readonly PartRelationship[]): string {
  const items = relationships.map(({ id, type, target }) => {
    const address = type.includes(':') ? type : `${officeRelationships}/${type}`;
    return `<Relationship Id="${escapeXml(id)}" Type="${escapeXml(address)}" Target="${escapeXml(`/${asPartName(target)}`)}"/>`;
  });
  return `<Relationships xmlns="${packageSchemas}/relationships">${items.join('')}</Relationships>`;
}

function contentTypesXml(parts: readonly Part[]): string {
  const overrides = parts.map(
    ({ path, type }) =>
      `<Override PartName="${escapeXml(`/${asPartName(path)}`)}" ContentType="${escapeXml(type)}"/>`,
  );
  return `<Types xmlns="${packageSchemas}/content-types"><Default Extension="rels" ContentType="${relationshipsType}"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}

/** Parts that are compressed already. */
const compressed = /\.(xlsx|png|jpe?g|gif|webp|wdp)$/i;
/** The first date that ZIP knows, so that the same parts give the same bytes. */
const mtime = new Date(1980, 0, 1);

/**
 * Zips parts to an OPC package. The same parts give the same bytes.
 * @param relationships the relationships of the package itself.
 */
export function packageOf(
  relationships: readonly PartRelationship[],
  parts: readonly Part[],
): Uint8Array<ArrayBuffer> {
  const files: [string, Zippable[string]][] = [];
  const add = (path: string, content: Part['content']) => {
    const bytes = typeof content === 'string' ? strToU8(declaration + content) : content;
    files.push([path, [bytes, { level: compressed.test(path) ? 0 : 6, mtime }]]);
  };
  add('[Content_Types].xml', contentTypesXml(parts));
  add(relationshipsPath(''), relationshipsXml(relationships));
  for (const part of parts) {
    const path = asPartName(part.path);
    add(path, part.content);
    if (part.relationships?.length) {
      add(relationshipsPath(path), relationshipsXml(part.relationships));
    }
  }
  return zipSync(Object.fromEntries(files)) as Uint8Array<ArrayBuffer>;
}
