import { strFromU8, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openArchive } from './archive.ts';
import { deflated, zip } from './zip-writer.ts';

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

describe('openArchive', () => {
  it('openArchive finds a part whatever the case of its name', () => {
    expect(strFromU8(openArchive(file).read('dir/part.XML'))).toContain('<a/>');
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

  it('a part that inflates to more than its directory says is damaged', () => {
    const lying = zipSync({ 'a.xml': new Uint8Array(1_000_000) }) as Uint8Array<ArrayBuffer>;
    new DataView(lying.buffer).setUint32(positionOf(0x02014b50, lying) + 24, 100, true);
    expect(() => openArchive(lying).read('a.xml')).toThrow('damaged: a.xml');
  });

  it('a part with a wrong checksum is damaged if it is XML, and is read if it is a picture', () => {
    const parts = zip([
      ['a.xml', { ...deflated(strToU8('<a/>'), 6), checksum: 1 }],
      ['a.png', { ...deflated(strToU8('pixels'), 0), checksum: 1 }],
    ]);
    const archive = openArchive(parts);
    expect(() => archive.read('a.xml')).toThrow('damaged: a.xml');
    expect(strFromU8(archive.read('a.png'))).toBe('pixels');
    expect(archive.stored('a.png')).toBeUndefined();
  });

  it('a picture that inflates to more than the directory says is cut there', () => {
    const pixels = new Uint8Array(300_000).map((_, at) => at % 251);
    const lying = openArchive(zip([['a.png', { ...deflated(pixels, 6), size: 100 }]]));
    expect(lying.read('a.png')).toHaveLength(100);
  });

  it('openArchive does not inflate a part of more than 250 MB', () => {
    const huge = file.slice();
    new DataView(huge.buffer).setUint32(positionOf(0x02014b50, huge) + 24, 260_000_000, true);
    expect(() => openArchive(huge).read('dir/part.xml')).toThrow('too_much: dir/part.xml');
  });
});
