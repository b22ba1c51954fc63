import { expect, it } from 'vitest';
import { pixelsOf } from './picture-size.ts';

/** Returns a GIF with a screen of 1 by 1 point, a colour table, a comment and a frame without data. */
function gif(width: number, height: number): Uint8Array {
  const screen = [1, 0, 1, 0, 0x80, 0, 0];
  const colors = [0, 0, 0, 255, 255, 255];
  const comment = [0x21, 0xfe, 2, 0x2c, 0x2c, 0];
  const sides = [width & 255, width >> 8, height & 255, height >> 8];
  const frame = [0x2c, 0, 0, 0, 0, ...sides, 0, 2, 0];
  return new Uint8Array([...Buffer.from('GIF89a'), ...screen, ...colors, ...comment, ...frame]);
}

it('pixelsOf counts the first frame of a GIF that is larger than its screen', () => {
  expect(pixelsOf(gif(20_000, 10_000))).toBe(200_000_000);
  expect(pixelsOf(gif(1, 1))).toBe(1);
});

it('pixelsOf knows no size of a GIF that ends before its first frame', () => {
  expect(pixelsOf(gif(1, 1).subarray(0, 30))).toBeUndefined();
});
