import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Characters that are written at once. A write for each row takes three times as long. */
const chunkLength = 65_536;

/** Joins lines into chunks. The first line goes out at once, so that a reader sees that rows are coming. */
async function* chunksOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  let room = 0;
  for await (const line of lines) {
    text += line;
    if (text.length <= room) continue;
    yield text;
    [text, room] = ['', chunkLength];
  }
  if (text !== '') yield text;
}

/** Writes lines while they are read, no faster than `out` takes them. When the reader closes the pipe, that is no failure. */
export async function writeLines(lines: AsyncIterable<string>, out: Writable): Promise<void> {
  try {
    await pipeline(chunksOf(lines), out, { end: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPIPE' && code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
