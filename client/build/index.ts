import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { JSDOM } from 'jsdom';
import { createServer } from 'vite';
import { type BuildFacts, locations } from '../../shared/build-output.ts';
import { entryTemplates, templateOf } from '../../shared/entry/templates.ts';
import { placeholders } from '../../shared/page-config.ts';
import { pages } from '../../shared/pages.ts';
import { precompress } from './precompress.ts';

/** Second half of `npm run build:client`: Vite has written the assets; this script writes the documents. */

const root = resolve(import.meta.dirname, '../..');
const from = (path: string): string => join(root, path);
const client = from(locations.client);
/** Vite writes the template under the path of its source. */
const templateDirectory = join(client, 'client');

function checkPlaceholders(template: string): void {
  const { head, page, config } = placeholders;
  for (const placeholder of [head, page, config]) {
    if (!template.includes(placeholder)) throw new Error(`The template has no ${placeholder}.`);
  }
}

/** Returns the hashes of the template's inline scripts or styles, as sources of the content security policy. */
function inlineSources(template: JSDOM, selector: string): string[] {
  const elements = Array.from(template.window.document.querySelectorAll(selector));
  return elements.map(({ textContent }) => `'sha256-${hash('sha256', textContent, 'base64')}'`);
}

/** Writes a document for each page, rendered from source as in `npm run dev`. The server fills in the placeholders. */
async function writePages(template: string): Promise<void> {
  const server = { middlewareMode: true, watch: null, ws: false } as const;
  const vite = await createServer({ root, appType: 'custom', server });
  const { render, renderEntry } = await vite.ssrLoadModule('/client/start/prerender.tsx');
  const directory = from(locations.pages);
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  for (const { id } of pages) {
    await writeFile(join(directory, `${id}.html`), await render(template, id));
  }
  for (const view of entryTemplates) {
    await writeFile(join(directory, `${templateOf(view)}.html`), await renderEntry(template, view));
  }
  await vite.close();
}

if (!existsSync(templateDirectory)) throw new Error('No template: run `vite build` first.');
const template = await readFile(join(templateDirectory, 'index.html'), 'utf8');
checkPlaceholders(template);
await writePages(template);
const facts: BuildFacts = JSON.parse(await readFile(from(locations.facts), 'utf8'));
const document = new JSDOM(template);
const inline = {
  script: inlineSources(document, 'script:not([src])'),
  style: inlineSources(document, 'style'),
};
await writeFile(from(locations.facts), JSON.stringify({ ...facts, inline }));
await rm(templateDirectory, { recursive: true });
await precompress(client);
