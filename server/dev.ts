import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import express from 'express';
import { createServer as createVite } from 'vite';
import type { EntryDocument } from '../shared/entry/page.ts';
import { entryTemplates, templateOf } from '../shared/entry/templates.ts';
import { entryPage, type Page, pages } from '../shared/pages.ts';
import { entryPath } from '../shared/paths.ts';
import { site } from '../shared/site.ts';
import { createApp } from './app.ts';
import { pageConfig, requireSettings } from './config.ts';
import { createContext } from './context.ts';
import { listen } from './lifecycle/listen.ts';
import { openBackend } from './lifecycle/open-backend.ts';
import { shutDown } from './lifecycle/shut-down.ts';
import { stopOnSignals } from './lifecycle/signals.ts';
import { fillDocument } from './static/document.ts';
import { fillEntry } from './static/entry-pages.ts';
import { fromRoot } from './stores/installed-files.ts';

/** `npm run dev`: the same app, with pages rendered from source and hot reload. */

const settings = requireSettings();
const outer = express();
const server = createServer(outer);
const vite = await createVite({
  server: { middlewareMode: true, hmr: { server } },
  appType: 'custom',
});
const context = await createContext(settings, null, { renderEntry });
/** Paths that the app answers in development as in production. */
const notPages = /^\/(api|assets|share)\/|^\/(healthz|readyz|metrics|contact)$|\.\w+$|.\/$/;

function pageAt(path: string): Page | undefined {
  if (notPages.test(path) || (path === entryPath && context.backend.entry)) return undefined;
  return pages.find((page) => page.path === path) ?? pages.find((page) => page.path === null);
}

const source = () => vite.ssrLoadModule('/client/start/prerender.tsx');

async function readTemplate(path: string): Promise<string> {
  const template = await readFile(fromRoot('client/index.html'), 'utf8');
  return vite.transformIndexHtml(path, template);
}

async function render(page: Page): Promise<string> {
  const html = await readTemplate(page.path ?? '/');
  return fillDocument(await (await source()).render(html, page.id), page, pageConfig(settings));
}

async function renderEntry(document: EntryDocument): Promise<string> {
  const html = await readTemplate(entryPath);
  const sample = entryTemplates.find((view) => templateOf(view) === templateOf(document.view));
  const built: string = await (await source()).renderEntry(html, sample);
  return fillEntry(fillDocument(built, entryPage, pageConfig(settings)), document);
}

outer.use(vite.middlewares);
outer.get('/{*path}', async (request, response, next) => {
  const page = pageAt(request.path);
  if (!page) return next();
  response.status(page.status).type('html');
  response.send(await render(page));
});
outer.use(createApp(context));

stopOnSignals(context, async () => {
  await vite.close();
  await shutDown(server, context);
});

const address = await listen(server, settings.PORT, settings.HOST);
context.log.info(`${site.name}, from source, at ${address}`);
await openBackend(context);
await context.startDeliveries();
await context.readiness.check();
