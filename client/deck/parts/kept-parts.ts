import type { KeptPart } from '../package/collection.ts';
import type { Part } from '../package/package-writer.ts';
import { serialize } from '../package/xml.ts';
import type { LoadedTemplate } from '../template/load.ts';

/** Writes the parts of the visitor's file that were kept. */

/** Writes a kept part. */
export const keptPart = (
  { path, type, content, relationships }: KeptPart,
  { parts }: LoadedTemplate,
): Part => ({
  path,
  type,
  content: content instanceof Uint8Array ? content : serialize(content),
  // Targets are written as the part itself is, because some programs compare paths with regard to case.
  relationships: relationships.map(({ id, address, target }) => ({
    id,
    type: address,
    target: parts.get(target.toLowerCase())?.path ?? target,
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
