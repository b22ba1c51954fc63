import { strFromU8, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openArchive } from './archive.ts';

const bytes = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const file = zipSync({ 'Dir/Part.xml': strToU8('<a/>'.repeat(50)) }) as Uint8Array<ArrayBuffer>;

/** Returns the position of a record in a ZIP file by its signature. */
const positionOf = (signature: number, zipped: Uint8Array) => {
  const view = new DataView(zipped.buffer);
  return (
    Array.from(zipped.keys()).findLast(
      (at) => at + 4 <= zipped.length && view.getUint32(at, true) === signature,
    ) ?? -1
  );
};

/** Returns a ZIP file with one part, whose directory says another size. */
function lying(content: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const zipped = zipSync({ 'a.png': content }) as Uint8Array<ArrayBuffer>;
  new DataView(zipped.buffer).setUint32(positionOf(0x02014b50, zipped) + 24, size, true);
  return zipped;
}

describe('openArchive', () => {
  it('openArchive finds a part whatever the case of its name', async () => {
    expect(strFromU8(await openArchive(file).read('dir/part.XML'))).toContain('<a/>');
  });

  it('openArchive reads a part that is not deflated', async () => {
    const stored = zipSync({ 'a.png': strToU8('pixels') }, { level: 0 });
    const archive = openArchive(stored as Uint8Array<ArrayBuffer>);
    expect(strFromU8(await archive.read('a.png'))).toBe('pixels');
  });

  it('openArchive names the first part that has the same bytes, and every part without a checksum is itself', () => {
    const parts = {
      'a.png': strToU8('pixels'),
      'b.png': strToU8('pixels'),
      'c.png': strToU8('others'),
    };
    const zipped = zipSync(parts) as Uint8Array<ArrayBuffer>;
    const archive = openArchive(zipped);
    const names = Object.keys(parts);
    expect(names.map((name) => archive.firstAlike(name))).toEqual(['a.png', 'a.png', 'c.png']);
    const view = new DataView(zipped.buffer);
    for (const at of zipped.keys())
      if (at + 20 <= zipped.length && view.getUint32(at, true) === 0x02014b50)
        view.setUint32(at + 16, 0, true);
    expect(names.map((name) => openArchive(zipped).firstAlike(name))).toEqual(names);
  });

  it('openArchive reads a file with a ZIP64 end record', () => {
    const end = positionOf(0x06054b50, file);
    const from = new DataView(file.buffer);
    const record = new DataView(new ArrayBuffer(56 + 20));
    record.setUint32(0, 0x06064b50, true);
    record.setBigUint64(4, 44n, true);
    record.setBigUint64(24, 1n, true);
    record.setBigUint64(32, 1n, true);
    record.setBigUint64(40, BigInt(from.getUint32(end + 12, true)), true);
    record.setBigUint64(48, BigInt(from.getUint32(end + 16, true)), true);
    record.setUint32(56, 0x07064b50, true);
    record.setBigUint64(64, BigInt(end), true);
    record.setUint32(72, 1, true);
    const tail = file.slice(end);
    tail.fill(0xff, 8, 20);
    const long = bytes(file.slice(0, end), new Uint8Array(record.buffer), tail);
    expect(openArchive(long).names()).toEqual(['Dir/Part.xml']);
  });

  it('openArchive refuses a file with an encrypted entry as locked', () => {
    const locked = file.slice();
    const entry = positionOf(0x02014b50, locked);
    locked[entry + 8] = 1;
    expect(() => openArchive(locked)).toThrow('locked');
  });

  it('a part that inflates to more or to less than its directory says is damaged', async () => {
    const zeros = new Uint8Array(1_000_000);
    for (const size of [100, 2_000_000])
      await expect(openArchive(lying(zeros, size)).read('a.png')).rejects.toThrow('damaged: a.png');
    expect(await openArchive(lying(zeros, zeros.length)).read('a.png')).toHaveLength(zeros.length);
  });

  it('openArchive reads a part whose checksum is wrong, because some programs write wrong checksums', async () => {
    const wrong = file.slice();
    wrong.fill(0, positionOf(0x02014b50, wrong) + 16, positionOf(0x02014b50, wrong) + 20);
    expect(strFromU8(await openArchive(wrong).read('dir/part.xml'))).toContain('<a/>');
  });

  it('openArchive does not inflate a part of more than 250 MB', async () => {
    const huge = openArchive(lying(strToU8('pixels'), 260_000_000));
    await expect(huge.read('a.png')).rejects.toThrow('too_much: a.png');
  });
});
