import { ReadableStream } from 'node:stream/web';
import { expect, test, vi } from 'vitest';
import { readBody } from './read-body.ts';

const request = (body: unknown, headers: Record<string, string> = {}) => {
  const init = { method: 'POST', headers, body, duplex: 'half' };
  return new Request('https://function.example', init as RequestInit);
};
const inPieces = (...pieces: Uint8Array[]) => request(ReadableStream.from(pieces));

test('readBody reads a body of the limit, and returns null for one byte more', async () => {
  const bytes = new Uint8Array(8192).fill(0x20);
  expect(await readBody(request(''), 8192)).toBe('');
  expect(await readBody(inPieces(bytes), 8192)).toHaveLength(8192);
  expect(await readBody(inPieces(bytes, bytes.subarray(0, 1)), 8192)).toBeNull();
  // Bytes count, not characters.
  expect(await readBody(request('€'.repeat(3000)), 8192)).toBeNull();
});

test('readBody stops reading an endless body at the limit, whatever length it claims', async () => {
  const pull = vi.fn((to: ReadableStreamDefaultController) => {
    to.enqueue(new Uint8Array(1024).fill(0x20));
  });
  const claimed = { 'Content-Length': '2' };
  expect(await readBody(request(new ReadableStream({ pull }), claimed), 8192)).toBeNull();
  expect(pull.mock.calls.length).toBeLessThan(12);
});

test('readBody joins a character that arrives in two chunks, and replaces an incomplete one', async () => {
  const bytes = new TextEncoder().encode('Ö, Zoë');
  expect(await readBody(inPieces(bytes.subarray(0, 1), bytes.subarray(1)), 8192)).toBe('Ö, Zoë');
  expect(await readBody(inPieces(Uint8Array.of(0x61, 0xc3)), 8192)).toBe('a\ufffd');
});
