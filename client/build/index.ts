import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { BuildFacts } from '../../shared/build-facts.ts';
import { assetsPath, locations } from '../../shared/locations.ts';
import { placeholders } from '../../shared/page-config.ts';
import { type PageId, pages } from '../../shared/pages.ts';
import { precompress } from './precompress.ts';
import { embeddedStyle, endWith, laterStyleTags, withStyles } from './template.ts';

/** Second half of `npm run build:client`: Vite has made the assets; this makes the documents. */

const root = resolve(import.meta.dirname, '../..');
const from = (path: string): string => join(root, path);
const client = from(locations.client);
/** Where Vite leaves the template: under the name of its source. */
const templateDirectory = join(client, 'client');
const rendererDirectory = from('dist/prerender');

type TemplateOf = (page: PageId) => string;

interface Renderer {
  render(template: string, page: PageId): string;
}

async function buildRenderer(): Promise<Renderer> {
  await build({
    root,
    logLevel: 'warn',
    build: {
      ssr: 'client/entry/prerender.tsx',
      outDir: rendererDirectory,
      copyPublicDir: false,
      cssCodeSplit: true,
      rolldownOptions: {
        input: 'client/entry/prerender.tsx',
        // In a browser the window’s body comes late; here all of it is wanted at once.
        checks: { ineffectiveDynamicImport: false },
      },
    },
  });
  return import(pathToFileURL(join(rendererDirectory, 'prerender.js')).href);
}

function checkPlaceholders(template: string): void {
  const { head, page, dialog, config } = placeholders;
  for (const placeholder of [head, page, dialog, config]) {
    if (!template.includes(placeholder)) throw new Error(`The template lost ${placeholder}.`);
  }
}

/** One document a page. The server fills in what depends on the environment. */
async function writePages({ render }: Renderer, templateOf: TemplateOf): Promise<void> {
  const directory = from(locations.pages);
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  for (const { id } of pages) {
    await writeFile(join(directory, `${id}.html`), render(templateOf(id), id));
  }
}

/** Beside those that making the share images left. */
async function addFact(fact: Partial<BuildFacts>): Promise<void> {
  const file = from(locations.facts);
  const facts = { ...JSON.parse(await readFile(file, 'utf8')), ...fact };
  await writeFile(file, `${JSON.stringify(facts, null, 2)}\n`);
}

if (!existsSync(templateDirectory)) throw new Error('No template: run `vite build` first.');
const linked = await readFile(join(templateDirectory, 'index.html'), 'utf8');
checkPlaceholders(linked);
const assets = join(client, assetsPath);
const template = endWith(await laterStyleTags(assets), linked);
const landing = await embeddedStyle(assets, 'index');
const sheets = await embeddedStyle(assets, 'sheets');
const templateOf: TemplateOf = (page) =>
  withStyles(template, page === 'home' ? [landing] : [landing, sheets]);
await writePages(await buildRenderer(), templateOf);
await addFact({ styleHashes: [landing.hash, sheets.hash] });
await rm(templateDirectory, { recursive: true });
await rm(rendererDirectory, { recursive: true });
await precompress(client);
