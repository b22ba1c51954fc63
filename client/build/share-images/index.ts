import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { BuildFacts } from '../../../shared/build-output.ts';
import { locations } from '../../../shared/build-output.ts';
import { pages } from '../../../shared/pages.ts';
import { shareImagePath } from '../../../shared/paths.ts';
import { lastModified, revision } from './history.ts';
import { faviconIco, faviconSvg, tileIcon } from './icons.ts';
import { paint } from './paint.ts';

/** Part of `npm run build:client`: writes the pictures of the page manifest, and the facts that the server needs about them. */

const root = resolve(import.meta.dirname, '../../..');
const client = join(root, locations.client);

async function write(path: string, content: string | Buffer): Promise<void> {
  const file = join(client, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

async function writeShareImages(): Promise<Record<string, string>> {
  const images = new Map(pages.map(({ image }) => [image.id, image]));
  const hashes: Record<string, string> = {};
  for (const image of images.values()) {
    const png = paint(image);
    await write(shareImagePath(image), png);
    hashes[image.id] = createHash('sha256').update(png).digest('hex').slice(0, 8);
  }
  return hashes;
}

async function writeIcons(): Promise<void> {
  await write('favicon.svg', faviconSvg);
  await write('favicon.ico', faviconIco());
  await write('apple-touch-icon.png', tileIcon(180, 6));
  await write('icon-192.png', tileIcon(192, 4));
  await write('icon-512.png', tileIcon(512, 4));
  await write('icon-maskable-512.png', tileIcon(512, 12));
}

await writeIcons();
const facts: BuildFacts = {
  shareImages: await writeShareImages(),
  lastModified: lastModified(
    pages.filter((page) => page.robots.startsWith('index')),
    root,
  ),
  revision: revision(root),
};
await writeFile(join(root, locations.facts), `${JSON.stringify(facts, null, 2)}\n`);
