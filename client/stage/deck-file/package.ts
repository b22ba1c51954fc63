import { strToU8, zipSync } from 'fflate';

/** A file inside an OPC package (ECMA-376 part 2). */
export interface Part {
  /** Without a slash in front: `ppt/slides/slide1.xml`. */
  path: string;
  content: string | Uint8Array;
  /** The media type; none for a part whose ending has a default. */
  type?: string;
  relationships?: readonly Relationship[];
}

export interface Relationship {
  id: string;
  /** The last word of an Office relationship type, or a whole address. */
  type: string;
  /** The path of the part that the relationship leads to. */
  target: string;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const packageSchemas = 'http://schemas.openxmlformats.org/package/2006';
const officeRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationshipsType = 'application/vnd.openxmlformats-package.relationships+xml';
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Escapes a text for an element or an attribute in double quotes. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Returns the path of the part that lists the relationships of a part. The package itself has the path ''. */
function relationshipsPath(path: string): string {
  const slash = path.lastIndexOf('/') + 1;
  return `${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`;
}

function relationshipsXml(relationships: readonly Relationship[]): string {
  const items = relationships.map(({ id, type, target }) => {
    const address = type.includes(':') ? type : `${officeRelationships}/${type}`;
    return `<Relationship Id="${id}" Type="${address}" Target="/${target}"/>`;
  });
  return `<Relationships xmlns="${packageSchemas}/relationships">${items.join('')}</Relationships>`;
}

function contentTypesXml(parts: readonly Part[]): string {
  const defaults = [`<Default Extension="rels" ContentType="${relationshipsType}"/>`];
  defaults.push('<Default Extension="xml" ContentType="application/xml"/>');
  if (parts.some(({ path }) => path.endsWith('.xlsx'))) {
    defaults.push(`<Default Extension="xlsx" ContentType="${workbookType}"/>`);
  }
  const overrides = parts.map(({ path, type }) =>
    type ? `<Override PartName="/${path}" ContentType="${type}"/>` : '',
  );
  return `<Types xmlns="${packageSchemas}/content-types">${defaults.join('')}${overrides.join('')}</Types>`;
}

/**
 * Zips parts to an OPC package. The same parts give the same bytes: each entry has the first date that ZIP knows.
 * @param relationships those of the package itself.
 */
export function packageOf(
  relationships: readonly Relationship[],
  parts: readonly Part[],
): Uint8Array<ArrayBuffer> {
  const files: Record<string, Uint8Array> = {};
  const add = (path: string, content: string | Uint8Array) => {
    files[path] = typeof content === 'string' ? strToU8(declaration + content) : content;
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
  return zipSync(files, { level: 9, mtime: new Date(1980, 0, 1) }) as Uint8Array<ArrayBuffer>;
}
