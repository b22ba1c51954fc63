import { check, TemplateRefused } from '../refusal.ts';
import { reasonOfForeignFile } from './foreign-file.ts';

/** Reads the directory of a ZIP file, which lists the entries with their sizes and places. */

const mostEntries = 10_000;

export interface Entry {
  /** As the directory writes it. */
  name: string;
  method: number;
  /** The CRC-32 of the inflated bytes; 0 where a program wrote none. */
  checksum: number;
  compressed: number;
  inflated: number;
  offset: number;
}

const signatures = {
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  entry: 0x02014b50,
} as const;
export const endSize = 22;
const longestComment = 65_535;
const unknown32 = 0xffffffff;

export const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

interface Directory {
  count: number;
  start: number;
  /** The number to add to every offset, because bytes may precede the ZIP file. */
  shift: number;
}

/** Reads a 64-bit number. Files are far smaller than 2^53 bytes. */
const long = (view: DataView, at: number) => Number(view.getBigUint64(at, true));

/** Reads the end record at a position, with its ZIP64 form. Returns undefined if no directory is where the record says. */
function directoryAt(view: DataView, at: number): Directory | undefined {
  let count = view.getUint16(at + 10, true);
  let size = view.getUint32(at + 12, true);
  let start = view.getUint32(at + 16, true);
  let end = at;
  if (at >= 20 && view.getUint32(at - 20, true) === signatures.locator64) {
    const record = long(view, at - 12);
    if (record + 56 <= at && view.getUint32(record, true) === signatures.end64) {
      count = long(view, record + 32);
      size = long(view, record + 40);
      start = long(view, record + 48);
      end = record;
    }
  }
  const shift = Math.max(0, end - size - start);
  const first = start + shift;
  const holds =
    count > 0 && first + 46 <= view.byteLength && view.getUint32(first, true) === signatures.entry;
  return holds ? { count, start: first, shift } : undefined;
}

function findDirectory(bytes: Uint8Array): Directory {
  const view = viewOf(bytes);
  const last = Math.max(0, bytes.length - endSize - longestComment);
  for (let at = bytes.length - endSize; at >= last; at -= 1) {
    if (view.getUint32(at, true) !== signatures.end) continue;
    const found = directoryAt(view, at);
    if (found) return found;
  }
  throw new TemplateRefused(reasonOfForeignFile(bytes));
}

/** Reads the ZIP64 field of an entry: the sizes and the offset that did not fit 32 bits. */
function widened(view: DataView, from: number, to: number, entry: Entry): Entry {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let next = at + 4;
    const wide = (value: number) => {
      if (value !== unknown32 || next + 8 > to) return value;
      next += 8;
      return long(view, next - 8);
    };
    const inflated = wide(entry.inflated);
    const compressed = wide(entry.compressed);
    return { ...entry, inflated, compressed, offset: wide(entry.offset) };
  }
  return entry;
}

/** Returns a path with slashes, and none in front. Some programs write others. */
const nameOf = (path: string) => path.replaceAll('\\', '/').replace(/^\/+/, '');

/** Paths of parts are compared without regard to case, as OPC asks. */
export const keyOf = (path: string) => nameOf(path).toLowerCase();

/** Reads the entries by their keys. @throws TemplateRefused */
export function readEntries(bytes: Uint8Array): Map<string, Entry> {
  const { count, start, shift } = findDirectory(bytes);
  check(count <= mostEntries, 'too_much');
  const view = viewOf(bytes);
  const entries = new Map<string, Entry>();
  const decoder = new TextDecoder();
  let at = start;
  for (let index = 0; index < count; index += 1) {
    check(at + 46 <= bytes.length && view.getUint32(at, true) === signatures.entry);
    const [name, extra, comment] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true),
    ) as [number, number, number];
    const next = at + 46 + name + extra + comment;
    check(next <= bytes.length);
    const path = decoder.decode(bytes.subarray(at + 46, at + 46 + name));
    const isEncrypted = view.getUint16(at + 8, true) & 1;
    check(!isEncrypted, 'locked');
    const entry = widened(view, at + 46 + name, at + 46 + name + extra, {
      name: nameOf(path),
      method: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
      compressed: view.getUint32(at + 20, true),
      inflated: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    entries.set(keyOf(path), { ...entry, offset: entry.offset + shift });
    at = next;
  }
  return entries;
}
