import { check, mostBytes, TemplateRefused } from '../refusal.ts';
import { checksumOf } from './checksum.ts';
import { isOle, reasonOfForeignFile } from './foreign-file.ts';
import { inflate } from './inflate.ts';
import { type Entry, endSize, keyOf, readEntries, viewOf } from './zip-directory.ts';

/** Reads a ZIP file. The directory is checked before anything is inflated, and only parts that are asked for are inflated. */

/** Bytes to which all parts that are read inflate together. */
const mostInflated = 250_000_000;
/** The first bytes of an entry. */
const localEntry = 0x04034b50;

/** A part as a ZIP file stores it. */
export interface StoredPart {
  method: number;
  checksum: number;
  size: number;
  data: Uint8Array;
}

export interface Archive {
  names(): readonly string[];
  has(path: string): boolean;
  /** Returns the bytes to which a part inflates, by the directory; 0 for a part that is missing. */
  sizeOf(path: string): number;
  /** Returns a part as the file stores it, if its checksum holds; undefined if it does not. @throws TemplateRefused */
  stored(path: string): StoredPart | undefined;
  /** Reads a part and checks its length, and the checksum of an XML part. @throws TemplateRefused */
  read(path: string): Uint8Array<ArrayBuffer>;
}

/** Opens a ZIP file. @throws TemplateRefused */
export function openArchive(bytes: Uint8Array<ArrayBuffer>): Archive {
  check(bytes.length <= mostBytes, 'too_large');
  check(bytes.length >= endSize, 'not_presentation');
  const view = viewOf(bytes);
  // An old presentation may carry a whole ZIP file with its theme.
  check(!isOle(bytes), reasonOfForeignFile(bytes));
  const entries = readEntries(bytes);
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  let budget = mostInflated;

  /** Returns the bytes of an entry as they stand in the file. */
  function stored({ offset, compressed, inflated, method }: Entry): Uint8Array<ArrayBuffer> {
    check(offset + 30 <= bytes.length && view.getUint32(offset, true) === localEntry);
    const from =
      offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    check(from + compressed <= bytes.length);
    check(method === 8 || (method === 0 && compressed === inflated));
    return bytes.subarray(from, from + compressed);
  }

  function content(entry: Entry): Uint8Array<ArrayBuffer> {
    const data = stored(entry);
    return entry.method === 0 ? data : inflate(data, entry.inflated);
  }

  function read(path: string): Uint8Array<ArrayBuffer> {
    const key = keyOf(path);
    const before = contents.get(key);
    if (before) return before;
    const entry = entries.get(key);
    check(entry !== undefined, 'damaged', path);
    check(entry.inflated <= budget, 'too_much', path);
    budget -= entry.inflated;
    try {
      const found = content(entry);
      // Some programs write wrong checksums for pictures. PowerPoint shows these pictures.
      const isXml = /\.(xml|rels)$/.test(key);
      check(!isXml || checksumOf(found) === entry.checksum);
      contents.set(key, found);
      return found;
    } catch {
      throw new TemplateRefused('damaged', path);
    }
  }

  return {
    names: () => Array.from(entries.values(), ({ name }) => name),
    has: (path) => entries.has(keyOf(path)),
    sizeOf: (path) => entries.get(keyOf(path))?.inflated ?? 0,
    stored(path) {
      const entry = entries.get(keyOf(path));
      if (!entry || checksumOf(read(path)) !== entry.checksum) return;
      const { method, checksum, inflated: size } = entry;
      return { method, checksum, size, data: stored(entry) };
    },
    read,
  };
}
