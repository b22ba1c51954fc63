import { describe, expect, it } from 'vitest';
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

/** Returns the segment of a JPEG: its marker, its length and its content. */
const segment = (marker: number, content: readonly number[]): number[] => [
  ...[0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255],
  ...content,
];

/** Returns a frame header of a JPEG with one colour. */
function frame(width: number, height: number): number[] {
  const sides = [height >> 8, height & 255, width >> 8, width & 255];
  return segment(0xc0, [8, ...sides, 1, 1, 0x11, 0]);
}

describe('pixelsOf finds the frame of a JPEG that a decoder finds', () => {
  const start = [0xff, 0xd8];
  const rest = [
    ...frame(20_000, 10_000),
    ...segment(
      0xfe,
      Array.from({ length: 30 }, () => 0),
    ),
  ];

  it.each([
    ['at once', []],
    ['after a comment that holds another frame', segment(0xfe, frame(1, 1))],
    ['after fill bytes', [0xff, 0xff, 0xff]],
    ['after a marker without a length', [0xff, 0x01]],
    ['after a restart marker', [0xff, 0xd0]],
    ['after bytes that are no segment', [...segment(0xfe, [1]), 0, 7, 0xff, 0]],
  ])('%s', (_place, before) => {
    // A reader that takes the next marker for a length comes to this frame.
    const bait = Array.from({ length: 7000 }, () => frame(1, 1)).flat();
    expect(pixelsOf(new Uint8Array([...start, ...before, ...rest, ...bait]))).toBe(200_000_000);
  });
});
