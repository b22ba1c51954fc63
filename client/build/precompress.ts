import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest']);

const brotliOptions = (size: number) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

/** The ending of each compressed form, with the function that makes the form. */
const forms: readonly [ending: string, compress: (body: Buffer) => Promise<Buffer>][] = [
  ['br', (body) => promisify(brotliCompress)(body, brotliOptions(body.length))],
  ['gz', (body) => promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION })],
];

/** Writes a file’s compressed forms beside the file, as `.br` and `.gz`, where the form is smaller than the file. */
async function compressFile(file: string): Promise<void> {
  const body = await readFile(file);
  for (const [ending, compress] of forms) {
    const compressed = await compress(body);
    if (compressed.length < body.length) await writeFile(`${file}.${ending}`, compressed);
  }
}

/** Compresses every compressible file of a folder. */
export async function precompress(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)));
  await Promise.all(files.map(({ parentPath, name }) => compressFile(join(parentPath, name))));
}
