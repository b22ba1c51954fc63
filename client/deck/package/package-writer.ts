import { strToU8, zipSync } from 'fflate';
import { relationshipsPath } from './package-reader.ts';
import { escapeXml } from './xml.ts';

/** A part to be written. */
export interface Part {
  /** Without a slash in front: `ppt/slides/slide1.xml`. */
  path: string;
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

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const packageSchemas = 'http://schemas.openxmlformats.org/package/2006';
export const officeRelationships =
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationshipsType = 'application/vnd.openxmlformats-package.relationships+xml';

function relationshipsXml(relationships: readonly PartRelationship[]): string {
  const items = relationships.map(({ id, type, target }) => {
    const address = type.includes(':') ? type : `${officeRelationships}/${type}`;
    return `<Relationship Id="${escapeXml(id)}" Type="${escapeXml(address)}" Target="${escapeXml(`/${target}`)}"/>`;
  });
  return `<Relationships xmlns="${packageSchemas}/relationships">${items.join('')}</Relationships>`;
}

function contentTypesXml(parts: readonly Part[]): string {
  const overrides = parts.map(
    ({ path, type }) =>
      `<Override PartName="${escapeXml(`/${path}`)}" ContentType="${escapeXml(type)}"/>`,
  );
  return `<Types xmlns="${packageSchemas}/content-types"><Default Extension="rels" ContentType="${relationshipsType}"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}

const isPacked = (path: string) => /\.(png|jpe?g|gif|webp|wdp|fntdata|odttf|xlsx)$/i.test(path);

/**
 * Zips parts to an OPC package. The same parts give the same bytes: each entry has the first date that ZIP knows.
 * @param relationships those of the package itself.
 */
export function packageOf(
  relationships: readonly PartRelationship[],
  parts: readonly Part[],
): Uint8Array<ArrayBuffer> {
  const files: Parameters<typeof zipSync>[0] = {};
  const add = (path: string, content: string | Uint8Array) => {
    const bytes = typeof content === 'string' ? strToU8(declaration + content) : content;
    files[path] = [bytes, { level: isPacked(path) ? 0 : 6 }];
  };
  add('[Content_Types].xml', contentTypesXml(parts));
  add(relationshipsPath(''), relationshipsXml(relationships));
  for (const part of parts) {
    add(part.path, part.content);
    if (part.relationships?.length) {
      add(relationshipsPath(part.path), relationshipsXml(part.relationships));
    }
  }
  // ZIP counts time without a zone, and fflate reads the date's local parts.
  return zipSync(files, { mtime: new Date(1980, 0, 1) }) as Uint8Array<ArrayBuffer>;
}
