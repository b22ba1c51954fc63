import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest']);
const brotli = promisify(brotliCompress);

const brotliOptions = (size: number) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

/** Writes `.br` and `.gz` beside every compressible file of a folder, each where it is smaller. */
export async function precompress(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !compressible.has(extname(entry.name))) continue;
    const file = join(entry.parentPath, entry.name);
    const body = await readFile(file);
    const forms = {
      br: await brotli(body, brotliOptions(body.length)),
      gz: await promisify(gzip)(body, { level: 9 }),
    };
    for (const [ending, form] of Object.entries(forms)) {
      if (form.length < body.length) await writeFile(`${file}.${ending}`, form);
    }
  }
}
