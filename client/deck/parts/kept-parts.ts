import type { KeptPart } from '../package/collection.ts';
import type { Part, PartRelationship } from '../package/package-writer.ts';
import { serialize } from '../package/xml.ts';
import type { LoadedTemplate } from '../template/load.ts';

/** Writes the parts of the visitor's file that were kept. */

/** Returns the relationships of a kept part. */
export const relationshipsOf = (
  { relationships }: KeptPart,
  { parts }: LoadedTemplate,
): PartRelationship[] =>
  relationships.map(({ id, address, target }) => ({
    id,
    type: address,
    // Targets are written as the part itself is, because some programs compare paths with regard to case.
    target: parts.get(target.toLowerCase())?.path ?? target,
  }));

/** Writes a kept part. */
export const keptPart = (part: KeptPart, loaded: LoadedTemplate): Part => ({
  path: part.path,
  type: part.type,
  content: part.content instanceof Uint8Array ? part.content : serialize(part.content),
  relationships: relationshipsOf(part, loaded),
});
