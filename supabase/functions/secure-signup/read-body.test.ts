import { expect, test } from 'vitest';
import { readBody } from './read-body.ts';

const address = 'https://function.example/secure-signup';
const eightKilobytes = 8192;

/** A request whose body arrives in these pieces. */
const inPieces = (pieces: Uint8Array[]) =>
  new Request(address, {
    method: 'POST',
    body: new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    }),
    duplex: 'half',
  } as RequestInit);

test('nothing sent is an empty text', async () => {
  expect(await readBody(new Request(address, { method: 'POST' }))).toBe('');
});

test('8 KB are read, and not a byte more', async () => {
  const bytes = new Uint8Array(eightKilobytes).fill(0x20);
  expect(await readBody(inPieces([bytes]))).toHaveLength(eightKilobytes);
  expect(await readBody(inPieces([bytes, bytes.subarray(0, 1)]))).toBeNull();
});

test('bytes are counted, not characters', async () => {
  const body = '€'.repeat(3000);
  expect(await readBody(new Request(address, { method: 'POST', body }))).toBeNull();
});

test('a character that arrives in two pieces stays one', async () => {
  const [first, second, ...rest] = new TextEncoder().encode('Ö, Zoë');
  const pieces = [[first ?? 0], [second ?? 0, ...rest]].map((bytes) => Uint8Array.from(bytes));
  expect(await readBody(inPieces(pieces))).toBe('Ö, Zoë');
});

test('a letter that is broken off is not lost in silence', async () => {
  expect(await readBody(inPieces([Uint8Array.of(0x61, 0xc3)]))).toBe('a\ufffd');
});
