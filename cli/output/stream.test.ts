import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { writeLines } from './stream.ts';

/** Returns a reader that fails at its first chunk with an error of this code. */
const failing = (code: string) =>
  new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })),
  });

async function* lines(count: number) {
  for (let line = 0; line < count; line += 1) yield `${'x'.repeat(999)}\n`;
}

test('writeLines writes the first line at once, and later lines in chunks of more than 64 KB', async () => {
  const chunks: number[] = [];
  const out = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk.length);
      done();
    },
  });
  await writeLines(lines(200), out);
  expect(chunks).toEqual([1_000, 66_000, 66_000, 66_000, 1_000]);
  // Other text may follow.
  expect(out.writableEnded).toBe(false);
});

test('writeLines writes nothing when there are no lines', async () => {
  await writeLines(lines(0), failing('ENOSPC'));
});

test.each(['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])(
  'writeLines does not fail when the reader closes the pipe (%s)',
  async (code) => {
    await writeLines(lines(3), failing(code));
  },
);

test('writeLines fails when the disk is full', async () => {
  await expect(writeLines(lines(3), failing('ENOSPC'))).rejects.toThrow('ENOSPC');
});
