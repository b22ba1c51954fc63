import { Inflate, inflateSync } from 'fflate';
import { check, mostBytes, type RefusalReason, TemplateRefused } from '../refusal.ts';

/** Reads a ZIP file. The directory is checked before anything is inflated, and only parts that are asked for are inflated. */

const limits = {
  entries: 10_000,
  /** Bytes to which all parts that are read inflate together. */
  inflated: 250_000_000,
} as const;

interface Entry {
  /** As the directory writes it. */
  name: string;
  method: number;
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
  local: 0x04034b50,
} as const;
/** The first bytes of an OLE container. */
const ole = 0xe011cfd0;
const endSize = 22;
const longestComment = 65_535;
const unknown32 = 0xffffffff;

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
  /** Returns a part as the file stores it, if its checksum holds; undefined if it does not. @throws TemplateRefused */
  stored(path: string): StoredPart | undefined;
  /** Inflates parts ahead, so that `read` has them at once. A part that cannot be inflated is left to `read`. */
  prepare(paths: readonly string[]): Promise<void>;
  /** Reads a part and checks its length, and the checksum of an XML part. @throws TemplateRefused */
  read(path: string): Uint8Array<ArrayBuffer>;
}

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function contains(bytes: Uint8Array, text: string): boolean {
  const utf16 = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  outer: for (
    let at = bytes.indexOf(utf16[0] ?? 0);
    at >= 0;
    at = bytes.indexOf(utf16[0] ?? 0, at + 1)
  ) {
    for (let step = 1; step < utf16.length; step += 1) {
      if (bytes[at + step * 2] !== utf16[step] || bytes[at + step * 2 - 1] !== 0) continue outer;
    }
    return true;
  }
  return false;
}

/** Names a file that is no ZIP file by its first bytes. An OLE container names its streams in UTF-16. */
function reasonOfForeignFile(bytes: Uint8Array): RefusalReason {
  const first = viewOf(bytes).getUint32(0, true);
  if (first === ole) {
    if (contains(bytes, 'EncryptedPackage')) return 'locked';
    return contains(bytes, 'PowerPoint Document') ? 'old_ppt' : 'not_presentation';
  }
  if (first === 0x46445025) return 'pdf';
  return (first & 0xffff) === 0x4b50 ? 'damaged' : 'not_presentation';
}

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

/** Paths of parts are compared without regard to case, as OPC asks. */
const keyOf = (path: string) => path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

function readEntries(bytes: Uint8Array, { count, start, shift }: Directory): Map<string, Entry> {
  check(count <= limits.entries, 'too_much');
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
      name: path.replaceAll('\\', '/').replace(/^\/+/, ''),
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

const checksums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Returns the CRC-32 of some bytes, which ZIP stores for each entry. */
export function checksumOf(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (let at = 0; at < bytes.length; at += 1) {
    value = (checksums[(value ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (value >>> 8);
  }
  return (value ^ 0xffffffff) >>> 0;
}

/** Up to this many bytes are inflated in one step: they grow to 66 MB at most, of which only `size` are kept. */
const oneStep = 64_000;

/** Inflates to at most `size` bytes. Large data are inflated in steps, because deflated data can grow a thousandfold. */
function inflate(compressed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  if (compressed.length <= oneStep) {
    const whole = inflateSync(compressed, { out: new Uint8Array(size) });
    check(whole.length === size);
    return whole as Uint8Array<ArrayBuffer>;
  }
  const output = new Uint8Array(size);
  const step = 65_536;
  let length = 0;
  let isOver = false;
  const stream = new Inflate((chunk) => {
    const room = chunk.subarray(0, size - length);
    isOver ||= room.length < chunk.length;
    output.set(room, length);
    length += room.length;
  });
  for (let at = 0; at < compressed.length && !isOver; at += step) {
    stream.push(compressed.subarray(at, at + step), at + step >= compressed.length);
  }
  check(length === size && !isOver);
  return output;
}

/** Inflates to at most `size` bytes with the platform's own decompression, which is several times faster. */
async function inflateNatively(
  compressed: Uint8Array<ArrayBuffer>,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const decompression = new DecompressionStream('deflate-raw');
  const reader = new Blob([compressed]).stream().pipeThrough(decompression).getReader();
  const output = new Uint8Array(size);
  let length = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    if (length + step.value.length > size) {
      await reader.cancel();
      throw new TemplateRefused('damaged');
    }
    output.set(step.value, length);
    length += step.value.length;
  }
  check(length === size);
  return output;
}

/** Opens a ZIP file. @throws TemplateRefused */
export function openArchive(bytes: Uint8Array<ArrayBuffer>): Archive {
  check(bytes.length <= mostBytes, 'too_large');
  check(bytes.length >= endSize, 'not_presentation');
  const view = viewOf(bytes);
  // An old presentation may carry a whole ZIP file with its theme.
  check(view.getUint32(0, true) !== ole, reasonOfForeignFile(bytes));
  const entries = readEntries(bytes, findDirectory(bytes));
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  let budget: number = limits.inflated;

  /** Returns the bytes of an entry as they stand in the file. */
  function stored({ offset, compressed, inflated, method }: Entry): Uint8Array<ArrayBuffer> {
    check(offset + 30 <= bytes.length && view.getUint32(offset, true) === signatures.local);
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

  async function prepare(path: string): Promise<void> {
    const key = keyOf(path);
    const entry = entries.get(key);
    if (entry?.method !== 8 || contents.has(key) || entry.inflated > budget) return;
    try {
      contents.set(key, await inflateNatively(stored(entry), entry.inflated));
      budget -= entry.inflated;
    } catch {
      // A damaged part, or a browser without this decompression.
    }
  }

  return {
    prepare: async (paths) => {
      for (const path of paths) await prepare(path);
    },
    names: () => Array.from(entries.values(), ({ name }) => name),
    has: (path) => entries.has(keyOf(path)),
    stored(path) {
      const entry = entries.get(keyOf(path));
      if (!entry || checksumOf(read(path)) !== entry.checksum) return;
      const { method, checksum, inflated: size } = entry;
      return { method, checksum, size, data: stored(entry) };
    },
    read,
  };
}
