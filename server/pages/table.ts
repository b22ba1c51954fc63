import { existsSync, readdirSync } from 'node:fs';
import { type Page, pages } from '../../shared/pages.ts';
import { siteFiles } from '../routes/site-files.ts';
import { assetResources } from './assets.ts';
import type { RawHeaders } from './entity.ts';
import { pageResource } from './page-resource.ts';
import type { Resource, ResourceOptions } from './resource.ts';
import { siteFileResource } from './site-file-resource.ts';

export interface Table {
  /** Path without a query → resource. */
  resources: ReadonlyMap<string, Resource>;
  notFound: Resource;
  /** Warms everything, one after the other. */
  warm(): Promise<void>;
}

/** Throws where a page of the manifest was not built. */
function requirePages(directory: string): void {
  const built = new Set(existsSync(directory) ? readdirSync(directory) : []);
  const missing = pages.filter(({ id }) => !built.has(`${id}.html`)).map(({ id }) => id);
  if (missing.length === 0) return;
  throw new Error(`${directory} lacks ${missing.join(', ')}. Run \`npm run build\` first.`);
}

/** How a sign-up without JavaScript ended: not worth memory until somebody asks. */
const seldomSeen: ReadonlySet<string> = new Set(
  pages.flatMap(({ path, robots }) => (path !== null && robots !== 'index, follow' ? [path] : [])),
);

const isNotFound = (page: Page): boolean => page.path === null;

/**
 * Everything that is answered before Express: pages, assets, site files.
 * Throws where the build is missing.
 */
export function createTable(options: ResourceOptions): Table {
  requirePages(options.pagesDirectory);
  const resources = new Map<string, Resource>();
  for (const [path, resource] of assetResources(options)) resources.set(path, resource);
  for (const file of siteFiles(options.config, options.lastModified)) {
    resources.set(file.path, siteFileResource(file, options.common));
  }
  for (const page of pages) {
    if (page.path !== null) resources.set(page.path, pageResource(page, options));
  }
  const notFoundPage = pages.find(isNotFound);
  if (!notFoundPage) throw new Error('The manifest has no page for addresses that lead nowhere.');
  const notFound = pageResource(notFoundPage, options);
  return {
    resources,
    notFound,
    async warm() {
      for (const resource of [...resources.values(), notFound]) {
        if (!seldomSeen.has(resource.route)) await resource.warm();
      }
    },
  };
}

/** For development, where pages come from source. */
export function emptyTable(common: RawHeaders): Table {
  const body = 'There is nothing at this address.\n';
  const file = { path: '', contentType: 'text/plain; charset=utf-8', body };
  return {
    resources: new Map(),
    notFound: siteFileResource({ ...file, status: 404 }, common),
    warm: async () => {},
  };
}
