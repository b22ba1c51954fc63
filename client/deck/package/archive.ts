import { check, mostBytes, TemplateRefused } from '../refusal.ts';
import { isOle, reasonOfForeignFile } from './foreign-file.ts';
import { inflate } from './inflate.ts';
import { type Entry, endSize, keyOf, readEntries, viewOf } from './zip-directory.ts';

/** Reads a ZIP file. The directory is checked before anything is inflated, and only parts that are asked for are inflated. */

/** Bytes to which all parts that are read inflate together. */
const mostInflated = 250_000_000;
/** The first bytes of an entry. */
const localEntry = 0x04034b50;

export interface Archive {
  names(): readonly string[];
  /** Returns the name of a part as the directory writes it. Undefined for a part that is missing. */
  find(path: string): string | undefined;
  /** Returns the name of the first part that has the same bytes, by the checksums and sizes of the directory. */
  firstAlike(name: string): string;
  /** Returns the bytes to which a part inflates, by the directory; 0 for a part that is missing. */
  sizeOf(path: string): number;
  /** Reads a part. A part that is not compressed is a view of the file. @throws TemplateRefused */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** Returns the same text for parts with the same bytes, by their checksums and sizes. */
const contentKey = ({ checksum, inflated, name }: Entry) =>
  checksum === 0 ? name : `${checksum} ${inflated}`;

/** Opens a ZIP file. @throws TemplateRefused */
export function openArchive(bytes: Uint8Array<ArrayBuffer>): Archive {
  check(bytes.length <= mostBytes, 'too_large');
  check(bytes.length >= endSize, 'not_presentation');
  const view = viewOf(bytes);
  // An old presentation may carry a whole ZIP file with its theme.
  check(!isOle(bytes), reasonOfForeignFile(bytes));
  const entries = readEntries(bytes);
  const firsts = new Map<string, string>();
  for (const entry of entries.values()) {
    const key = contentKey(entry);
    if (!firsts.has(key)) firsts.set(key, entry.name);
  }
  let budget = mostInflated;

  async function contentOf({ offset, compressed, inflated, method }: Entry) {
    check(offset + 30 <= bytes.length && view.getUint32(offset, true) === localEntry);
    const from =
      offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    check(from + compressed <= bytes.length);
    check(method === 8 || (method === 0 && compressed === inflated));
    const content = bytes.subarray(from, from + compressed);
    return method === 0 ? content : inflate(content, inflated);
  }

  return {
    names: () => Array.from(entries.values(), ({ name }) => name),
    find: (path) => entries.get(keyOf(path))?.name,
    firstAlike(name) {
      const entry = entries.get(keyOf(name));
      return (entry && firsts.get(contentKey(entry))) ?? name;
    },
    sizeOf: (path) => entries.get(keyOf(path))?.inflated ?? 0,
    async read(path) {
      const entry = entries.get(keyOf(path));
      check(entry !== undefined, 'damaged', path);
      check(entry.inflated <= budget, 'too_much', path);
      budget -= entry.inflated;
      return contentOf(entry).catch(() => {
        throw new TemplateRefused('damaged', path);
      });
    },
  };
}
