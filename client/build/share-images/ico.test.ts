import { expect, test } from 'vitest';
import { ico } from './ico.ts';
import { bareIcon } from './icons.ts';

test('each picture is where its entry says, in the size that it says', () => {
  const sizes = [16, 32, 256];
  const file = ico(sizes.map((size) => ({ size, png: bareIcon(size) })));
  expect([file.readUInt16LE(0), file.readUInt16LE(2), file.readUInt16LE(4)]).toEqual([0, 1, 3]);
  sizes.forEach((size, index) => {
    const entry = 6 + 16 * index;
    expect(file.readUInt8(entry)).toBe(size % 256);
    const length = file.readUInt32LE(entry + 8);
    const offset = file.readUInt32LE(entry + 12);
    const png = file.subarray(offset, offset + length);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    // Width and height stand in the first chunk of a PNG.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
  });
});
