import { ReadableStream } from 'node:stream/web';
import { expect, test, vi } from 'vitest';
import { readBody } from './read-body.ts';

const request = (body: unknown, headers: Record<string, string> = {}) => {
  const init = { method: 'POST', headers, body, duplex: 'half' };
  return new Request('https://function.example', init as RequestInit);
};
const inPieces = (...pieces: Uint8Array[]) => request(ReadableStream.from(pieces));

test('8 KB are read, and not a byte more', async () => {
  const bytes = new Uint8Array(8192).fill(0x20);
  expect(await readBody(request(''))).toBe('');
  expect(await readBody(inPieces(bytes))).toHaveLength(8192);
  expect(await readBody(inPieces(bytes, bytes.subarray(0, 1)))).toBeNull();
  // Bytes count, not characters.
  expect(await readBody(request('€'.repeat(3000)))).toBeNull();
});

test('a body without end is not read to its end, whatever length it claims', async () => {
  const pull = vi.fn((to: ReadableStreamDefaultController) => {
    to.enqueue(new Uint8Array(1024).fill(0x20));
  });
  const claimed = { 'Content-Length': '2' };
  expect(await readBody(request(new ReadableStream({ pull }), claimed))).toBeNull();
  expect(pull.mock.calls.length).toBeLessThan(12);
});

test('a character that arrives in two pieces stays one, and one that is broken off is not lost in silence', async () => {
  const bytes = new TextEncoder().encode('Ö, Zoë');
  expect(await readBody(inPieces(bytes.subarray(0, 1), bytes.subarray(1)))).toBe('Ö, Zoë');
  expect(await readBody(inPieces(Uint8Array.of(0x61, 0xc3)))).toBe('a\ufffd');
});
