import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
} from 'node:zlib';
import type { Bodies } from './entity.ts';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** The smallest window, in bits, that holds the whole body. */
const windowBits = (size: number): number =>
  Math.min(22, Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(size + 16))));

const brotliOptions = (body: Buffer, quality: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    // No wider than a page: brotli’s default window would cost the process megabytes for good.
    [constants.BROTLI_PARAM_LGWIN]: windowBits(body.length),
  },
});

/** A millisecond’s worth each, for a request that comes before {@link compressWell} has had its turn. */
export const compressQuickly = (identity: Buffer): Bodies => ({
  identity,
  br: () => brotliCompressSync(identity, brotliOptions(identity, 1)),
  gzip: () => gzipSync(identity, { level: 1 }),
});

/** The smallest forms, made off the thread that serves. */
export const compressWell = async (identity: Buffer): Promise<Bodies> => ({
  identity,
  br: await brotliAsync(identity, brotliOptions(identity, 11)),
  gzip: await gzipAsync(identity, { level: 9 }),
});
