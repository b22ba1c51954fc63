import type { KeptPart } from '../package/keep-part.ts';
import type { Part, PartRelationship } from '../package/package-writer.ts';
import { serialize } from '../package/xml.ts';
import type { LoadedTemplate } from '../template/load.ts';

/** Writes the parts of the visitor's file that were kept. */

const relationshipsOf = ({ relationships }: KeptPart): PartRelationship[] =>
  relationships.map(({ id, address, target }) => ({ id, type: address, target }));

/** Returns the content of a kept part: as the file stores it, unless it changed or its part of the ZIP file is damaged. */
function contentOf(
  { path, content, isChanged }: KeptPart,
  source: LoadedTemplate['source'],
): Part['content'] {
  if (content && isChanged) return serialize(content);
  try {
    return source.stored(path) ?? source.bytes(path);
  } catch {
    return new Uint8Array();
  }
}

/** Writes a kept part. */
export const keptPart = (part: KeptPart, { parts, source }: LoadedTemplate): Part => ({
  path: part.path,
  type: part.type,
  content: contentOf(part, source),
  // Targets are written as the part itself is, because some programs compare paths with regard to case.
  relationships: relationshipsOf(part).map((relationship) => ({
    ...relationship,
    target: parts.get(relationship.target.toLowerCase())?.path ?? relationship.target,
  })),
});

/** Lists the parts that the presentation leads to, by lower-case path. */
export function reached(start: KeptPart, parts: ReadonlyMap<string, KeptPart>): Set<string> {
  const found = new Set<string>();
  const waiting = [start];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    for (const { target } of part.relationships) {
      const path = target.toLowerCase();
      const next = parts.get(path);
      if (!next || found.has(path)) continue;
      found.add(path);
      waiting.push(next);
    }
  }
  return found;
}
