import { Inflate, inflateSync } from 'fflate';
import { check } from '../refusal.ts';

/** Inflates the data of an entry, to no more bytes than the directory says. */

/** Up to this many bytes are inflated in one step: they grow to 66 MB at most, of which only `size` are kept. */
const oneStep = 64_000;

/** Inflates to at most `size` bytes. Large data are inflated in steps, because deflated data can grow a thousandfold. */
export function inflate(compressed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
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
