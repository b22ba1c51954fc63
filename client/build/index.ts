import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createServer } from 'vite';
import { assetsPath, type BuildFacts, locations } from '../../shared/build-output.ts';
import { entryTemplates, templateOf } from '../../shared/entry/templates.ts';
import { placeholders } from '../../shared/page-config.ts';
import { documentOf, pages } from '../../shared/pages.ts';
import { isOutcomePath } from '../../shared/paths.ts';
import { precompress } from './precompress.ts';
import { withSvgSizes } from './svg-sizes.ts';

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
function inlineSources(template: string, tag: 'script' | 'style'): string[] {
  const elements = new RegExp(`<${tag}(?![^>]* src=)[^>]*>(.*?)</${tag}>`, 'gs');
  return Array.from(
    template.matchAll(elements),
    ([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`,
  );
}

/**
 * Writes the template's style as a file, and returns the template with a link to the file. The server makes the page of an
 * entry for each request, and a page with a link is a tenth of the page with the style.
 */
async function linkStyle(template: string): Promise<string> {
  const [element, style] = /<style[^>]*>(.*?)<\/style>/s.exec(template) ?? [];
  if (element === undefined || style === undefined) throw new Error('The template has no style.');
  const path = `${assetsPath}page-${hash('sha256', style, 'base64url').slice(0, 8)}.css`;
  await writeFile(join(client, path), style);
  return template.replace(element, () => `<link rel="stylesheet" href="${path}">`);
}

/** Writes a document for each page, rendered from source as in `npm run dev`. The server fills in the placeholders. */
async function writePages(template: string): Promise<void> {
  const server = { middlewareMode: true, watch: null, ws: false } as const;
  const vite = await createServer({
    root,
    appType: 'custom',
    server,
    // No browser asks this server for packages.
    optimizeDeps: { noDiscovery: true },
  });
  const { render, renderEntry } = await vite.ssrLoadModule('/client/start/prerender.tsx');
  const directory = from(locations.pages);
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const linked = await linkStyle(template);
  const documents = new Map(pages.map((page) => [documentOf(page), page]));
  for (const [name, { id, path }] of documents) {
    const html = await render(isOutcomePath(path) ? linked : template, id);
    await writeFile(join(directory, `${name}.html`), withSvgSizes(html));
  }
  for (const view of entryTemplates) {
    const html = withSvgSizes(await renderEntry(linked, view));
    await writeFile(join(directory, `${templateOf(view)}.html`), html);
  }
  await vite.close();
}

if (!existsSync(templateDirectory)) throw new Error('No template: run `vite build` first.');
const template = await readFile(join(templateDirectory, 'index.html'), 'utf8');
checkPlaceholders(template);
await writePages(template);
const facts: BuildFacts = JSON.parse(await readFile(from(locations.facts), 'utf8'));
const inline = {
  script: inlineSources(template, 'script'),
  style: inlineSources(template, 'style'),
};
await writeFile(from(locations.facts), JSON.stringify({ ...facts, inline }));
await rm(templateDirectory, { recursive: true });
await precompress(client);
