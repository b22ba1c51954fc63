import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createServer } from 'vite';
import { type BuildFacts, locations } from '../../shared/build-output.ts';
import { placeholders } from '../../shared/page-config.ts';
import { pages } from '../../shared/pages.ts';
import { precompress } from './precompress.ts';

/** Second half of `npm run build:client`: Vite has made the assets; this makes the documents. */

const root = resolve(import.meta.dirname, '../..');
const from = (path: string): string => join(root, path);
const client = from(locations.client);
/** Where Vite leaves the template: under the name of its source. */
const templateDirectory = join(client, 'client');

function checkPlaceholders(template: string): void {
  const { head, page, config } = placeholders;
  for (const placeholder of [head, page, config]) {
    if (!template.includes(placeholder)) throw new Error(`The template lost ${placeholder}.`);
  }
}

/** Puts the stylesheet into the template: by itself, it would hold up the first paint by a journey to the server. */
async function inlineStylesheet(template: string): Promise<string> {
  const [link, path] = /<link rel="stylesheet"[^>]* href="([^"]+)">/.exec(template) ?? [];
  if (!link || !path) throw new Error('The template lost its stylesheet.');
  const css = (await readFile(join(client, path), 'utf8')).trim();
  await rm(join(client, path));
  return template.replace(link, () => `<style>${css}</style>`);
}

/** What stands in the template itself, as the content security policy names it. */
function inlineSources(template: string, tag: 'script' | 'style'): string[] {
  const texts = template.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'));
  return Array.from(texts, ([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`);
}

/** One document a page, rendered from source as in `npm run dev`. The server fills in what depends on the environment. */
async function writePages(template: string): Promise<void> {
  const server = { middlewareMode: true, watch: null, ws: false } as const;
  const vite = await createServer({ root, appType: 'custom', server });
  const { render } = await vite.ssrLoadModule('/client/entry/prerender.tsx');
  const directory = from(locations.pages);
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  for (const { id } of pages) {
    await writeFile(join(directory, `${id}.html`), await render(template, id));
  }
  await vite.close();
}

if (!existsSync(templateDirectory)) throw new Error('No template: run `vite build` first.');
const written = await readFile(join(templateDirectory, 'index.html'), 'utf8');
const template = written.replace(/\s*<!-- .*? -->/g, '');
checkPlaceholders(template);
const inlined = await inlineStylesheet(template);
await writePages(inlined);
const facts: BuildFacts = JSON.parse(await readFile(from(locations.facts), 'utf8'));
const [script, style] = [inlineSources(inlined, 'script'), inlineSources(inlined, 'style')];
await writeFile(from(locations.facts), JSON.stringify({ ...facts, inline: { script, style } }));
await rm(templateDirectory, { recursive: true });
await precompress(client);
