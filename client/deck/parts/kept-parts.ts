import type { KeptPart } from '../package/collection.ts';
import type { Part, PartRelationship } from '../package/package-writer.ts';
import { serialize } from '../package/xml.ts';

/** Writes the parts of the visitor's file that were kept. */

/** Returns the relationships of a kept part. */
export const relationshipsOf = ({ relationships }: KeptPart): PartRelationship[] =>
  relationships.map(({ id, address, target }) => ({ id, type: address, target }));

/** Writes a kept part. */
export const keptPart = (part: KeptPart): Part => ({
  path: part.path,
  type: part.type,
  content: part.content instanceof Uint8Array ? part.content : serialize(part.content),
  relationships: relationshipsOf(part),
});
