import { check } from '../refusal.ts';

/** The bytes that are inflated in one step. They grow to 66 MB at most, because deflated data can grow a thousandfold. */
const step = 65_536;

/** Writes data to a stream, each step when the stream has passed on the step before. */
async function feed({ writable }: DecompressionStream, data: Uint8Array<ArrayBuffer>) {
  const writer = writable.getWriter();
  for (let at = 0; at < data.length; at += step) await writer.write(data.subarray(at, at + step));
  await writer.close();
}

/**
 * Inflates data with the platform's own decompression.
 * @param size the bytes that the data must inflate to. Longer data are not inflated to their end.
 */
export async function inflate(
  data: Uint8Array<ArrayBuffer>,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const output = new Uint8Array(size);
  let length = 0;
  const stream = new DecompressionStream('deflate-raw');
  // The reader gets the same error.
  feed(stream, data).catch(() => {});
  const reader = stream.readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const at = length;
    length += next.value.length;
    if (length > size) break;
    output.set(next.value, at);
  }
  await reader.cancel();
  check(length === size);
  return output;
}
