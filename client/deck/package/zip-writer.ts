import { deflateSync } from 'fflate';
import type { StoredPart } from './archive.ts';
import { checksumOf } from './checksum.ts';

/** Writes a ZIP file. Parts that another ZIP file stores go into it as they are, without being inflated and deflated again. */

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Deflates the content of a part. */
export function deflated(content: Uint8Array, level: 0 | 6): StoredPart {
  const checksum = checksumOf(content);
  if (level === 0) return { method: 0, checksum, size: content.length, data: content };
  return { method: 8, checksum, size: content.length, data: deflateSync(content, { level }) };
}

/** 1 January 1980, the first date that ZIP knows, so that the same parts give the same bytes. */
const date = 0x21;
/** Names are UTF-8. */
const flags = 0x800;

/** Writes the fields that an entry and its header in the directory share. */
function writeCommon(
  view: DataView,
  at: number,
  { method, checksum, size, data }: StoredPart,
  name: number,
): void {
  view.setUint16(at, 20, true);
  view.setUint16(at + 2, flags, true);
  view.setUint16(at + 4, method, true);
  view.setUint16(at + 8, date, true);
  view.setUint32(at + 10, checksum, true);
  view.setUint32(at + 14, data.length, true);
  view.setUint32(at + 18, size, true);
  view.setUint16(at + 22, name, true);
}

/** Returns the bytes of a ZIP file with the parts in their order. */
export function zip(
  parts: readonly (readonly [path: string, part: StoredPart])[],
): Uint8Array<ArrayBuffer> {
  const entries = parts.map(([path, part]) => ({ name: bytesOf(path), part }));
  const directory = entries.reduce((sum, { name }) => sum + 46 + name.length, 0);
  const content = entries.reduce(
    (sum, { name, part }) => sum + 30 + name.length + part.data.length,
    0,
  );
  const file = new Uint8Array(content + directory + 22);
  const view = new DataView(file.buffer);
  let at = 0;
  let head = content;
  for (const { name, part } of entries) {
    view.setUint32(head, 0x02014b50, true);
    view.setUint16(head + 4, 20, true);
    writeCommon(view, head + 6, part, name.length);
    view.setUint32(head + 42, at, true);
    file.set(name, head + 46);
    head += 46 + name.length;
    view.setUint32(at, 0x04034b50, true);
    writeCommon(view, at + 4, part, name.length);
    file.set(name, at + 30);
    file.set(part.data, at + 30 + name.length);
    at += 30 + name.length + part.data.length;
  }
  view.setUint32(head, 0x06054b50, true);
  view.setUint16(head + 8, entries.length, true);
  view.setUint16(head + 10, entries.length, true);
  view.setUint32(head + 12, directory, true);
  view.setUint32(head + 16, content, true);
  return file;
}
