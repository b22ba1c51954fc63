import { Inflate } from 'fflate';
import { check, TemplateFailure } from './failure.ts';

/** Reads parts of a ZIP file. The whole directory is checked before anything is inflated. */

export const limits = {
  /** Bytes of the file. */
  file: 50_000_000,
  /** Bytes to which all parts that are read inflate together. */
  inflated: 2_000_000,
  /** Entries of the directory, and its bytes. */
  entries: 20_000,
  directory: 5_000_000,
} as const;

interface Entry {
  method: number;
  checksum: number;
  compressed: number;
  inflated: number;
  offset: number;
}

/** The end record is 22 bytes and a comment of at most 65,535. */
const endSize = 22;
const longestComment = 65_535;
const signatures = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 } as const;
/** The first bytes of an OLE container. */
const ole = 0xe011cfd0;

const view = async (blob: Blob): Promise<DataView> => new DataView(await blob.arrayBuffer());

function findEnd(tail: DataView): number {
  for (let at = tail.byteLength - endSize; at >= 0; at -= 1) {
    const isEnd = tail.getUint32(at, true) === signatures.end;
    if (isEnd && at + endSize + tail.getUint16(at + 20, true) === tail.byteLength) return at;
  }
  throw new TemplateFailure('damaged');
}

/** Reads the directory. Names are unique; every entry lies before the directory and is not encrypted. */
function readEntries(directory: DataView, count: number, start: number): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const decoder = new TextDecoder();
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    check(at + 46 <= directory.byteLength);
    check(directory.getUint32(at, true) === signatures.entry);
    const nameLength = directory.getUint16(at + 28, true);
    const size =
      46 + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
    check(at + size <= directory.byteLength);
    const name = decoder
      .decode(new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameLength))
      .toLowerCase();
    const entry: Entry = {
      method: directory.getUint16(at + 10, true),
      checksum: directory.getUint32(at + 16, true),
      compressed: directory.getUint32(at + 20, true),
      inflated: directory.getUint32(at + 24, true),
      offset: directory.getUint32(at + 42, true),
    };
    const isEncrypted = directory.getUint16(at + 8, true) & 1;
    check(!isEncrypted, 'locked');
    check(entry.offset + 30 + entry.compressed <= start);
    check(!entries.has(name));
    entries.set(name, entry);
    at += size;
  }
  return entries;
}

const checksums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Returns the CRC-32 of some bytes, which ZIP stores for each entry. */
function checksumOf(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (checksums[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** Inflates to at most `size` bytes, in small steps, because deflated data can grow a thousandfold. */
function inflate(compressed: Uint8Array, size: number): Uint8Array {
  const output = new Uint8Array(size);
  const step = 2048;
  let length = 0;
  let isOver = false;
  const stream = new Inflate((chunk, isLast) => {
    const room = chunk.subarray(0, size - length);
    isOver ||= room.length < chunk.length || isLast;
    output.set(room, length);
    length += room.length;
  });
  for (let at = 0; at < compressed.length && !isOver; at += step) {
    stream.push(compressed.subarray(at, at + step), at + step >= compressed.length);
  }
  return output.subarray(0, length);
}

export interface Archive {
  has(path: string): boolean;
  /** Reads a whole part and checks its length and checksum. @throws TemplateFailure */
  read(path: string): Promise<Uint8Array>;
  /** Reads the beginning of a part. @param most in bytes. @throws TemplateFailure */
  begin(path: string, most: number): Promise<Uint8Array>;
}

/** Opens a ZIP file. Paths of parts are compared without regard to case, as OPC asks. @throws TemplateFailure */
export async function openArchive(file: Blob): Promise<Archive> {
  check(file.size <= limits.file, 'too-large');
  check(file.size >= endSize, 'not-pptx');
  const first = (await view(file.slice(0, 4))).getUint32(0, true);
  check(first !== ole, 'locked');
  check(first === signatures.local, 'not-pptx');
  const tailStart = Math.max(0, file.size - endSize - longestComment);
  const tail = await view(file.slice(tailStart));
  const end = findEnd(tail);
  const count = tail.getUint16(end + 10, true);
  const size = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  const isOneDisk = tail.getUint32(end + 4, true) === 0 && tail.getUint16(end + 8, true) === count;
  check(isOneDisk && count <= limits.entries && size <= limits.directory);
  check(start + size === tailStart + end);
  const entries = readEntries(await view(file.slice(start, start + size)), count, start);
  let budget: number = limits.inflated;

  async function inflated(path: string, most?: number): Promise<Uint8Array> {
    const entry = entries.get(path.toLowerCase());
    check(entry !== undefined);
    const wanted = Math.min(entry.inflated, most ?? entry.inflated);
    check(wanted <= budget, 'too-much');
    budget -= wanted;
    check(entry.method === 0 || entry.method === 8);
    const local = await view(file.slice(entry.offset, entry.offset + 30));
    check(local.byteLength === 30 && local.getUint32(0, true) === signatures.local);
    const from = entry.offset + 30 + local.getUint16(26, true) + local.getUint16(28, true);
    check(from + entry.compressed <= start);
    // A deflated part is larger than its content by a few bytes a block at most.
    const needed = Math.min(entry.compressed, Math.ceil(wanted * 1.001) + 1000);
    const stored = new Uint8Array(await file.slice(from, from + needed).arrayBuffer());
    const bytes = entry.method === 0 ? stored.subarray(0, wanted) : inflate(stored, wanted);
    check(bytes.length === wanted);
    if (wanted === entry.inflated) check(checksumOf(bytes) === entry.checksum);
    return bytes;
  }

  return {
    has: (path) => entries.has(path.toLowerCase()),
    read: (path) => inflated(path),
    begin: (path, most) => inflated(path, most),
  };
}
