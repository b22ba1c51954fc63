import { check } from '../refusal.ts';

/** The bytes that are inflated in one step. They grow to 66 MB at most, because deflated data can grow a thousandfold. */
const step = 65_536;

/** Returns a stream of the bytes, step by step. */
function stepsOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + step));
      at += step;
    },
  });
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
  const write = (chunk: Uint8Array) => {
    check(length + chunk.length <= size);
    output.set(chunk, length);
    length += chunk.length;
  };
  await stepsOf(data)
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .pipeTo(new WritableStream({ write }));
  check(length === size);
  return output;
}
