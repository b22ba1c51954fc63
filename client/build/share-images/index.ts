import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { BuildFacts } from '../../../shared/locations.ts';
import { locations } from '../../../shared/locations.ts';
import { pages, type ShareImage } from '../../../shared/pages.ts';
import { shareImagePath } from '../../../shared/paths.ts';
import { ico } from './ico.ts';
import { bareIcon, faviconSvg, tileIcon } from './icons.ts';
import { lastModified } from './last-modified.ts';
import { paint } from './paint.ts';
import { revision } from './revision.ts';

/** Part of `npm run build:client`: the pictures of the page manifest, and what the server needs to know of them. */

/** Chat previews give up on heavy pictures; ours stay far below. */
const heaviestBytes = 80_000;

const root = resolve(import.meta.dirname, '../../..');
const client = join(root, locations.client);

async function write(path: string, content: string | Buffer): Promise<void> {
  const file = join(client, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

async function writeShareImage(image: ShareImage): Promise<[id: string, hash: string]> {
  const png = await paint(image);
  if (png.length >= heaviestBytes) {
    throw new Error(`Share image ${image.id} has ${png.length} bytes, more than ${heaviestBytes}.`);
  }
  await write(shareImagePath(image), png);
  return [image.id, createHash('sha256').update(png).digest('hex').slice(0, 8)];
}

async function writeShareImages(): Promise<Record<string, string>> {
  const images = new Map(pages.map(({ image }) => [image.id, image]));
  const hashes: [string, string][] = [];
  for (const image of images.values()) hashes.push(await writeShareImage(image));
  return Object.fromEntries(hashes);
}

async function writeIcons(): Promise<void> {
  await write('favicon.svg', faviconSvg);
  await write('favicon.ico', ico([16, 32, 48].map((size) => ({ size, png: bareIcon(size) }))));
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
