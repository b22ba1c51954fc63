import { existsSync } from 'node:fs';
import type { BuildFacts } from '../../shared/locations.ts';
import type { PageConfig } from '../../shared/page-config.ts';
import type { HeaderFields } from '../http/security-headers.ts';
import type { KnownRequests } from '../observability/metrics.ts';
import { assetResponses } from './assets.ts';
import { generatedFiles } from './generated-files.ts';
import { mediaType } from './media-type.ts';
import { pageResponses } from './page-responses.ts';
import { createStaticResponse, type StaticResponse } from './static-response.ts';

/** Everything that is answered from memory. */
export interface StaticSite {
  /** Path without a query → what is there. */
  responses: ReadonlyMap<string, StaticResponse>;
  notFound: StaticResponse;
  requests: readonly KnownRequests[];
  /** Compresses the pages, one after the other, which takes about a second. */
  compress(): Promise<void>;
}

/** Where the build has left things. */
export interface BuildFolders {
  client: string;
  pages: string;
  /** File of the build’s facts; without one, none are known. */
  facts: string;
}

/** Throws where the build is missing. */
export function createStaticSite(
  folders: BuildFolders,
  config: PageConfig,
  lastModified: BuildFacts['lastModified'],
  headers: HeaderFields,
): StaticSite {
  if (!existsSync(folders.pages)) {
    throw new Error(`There is no ${folders.pages}. Run \`npm run build\` first.`);
  }
  const responses = new Map(assetResponses(folders.client, headers));
  for (const [path, body] of generatedFiles(config, lastModified)) {
    const parts = { contentType: mediaType(path), cacheControl: 'public, max-age=3600', headers };
    responses.set(path, createStaticResponse({ route: path, body: Buffer.from(body), ...parts }));
  }
  let notFound: StaticResponse | undefined;
  for (const [page, response] of pageResponses(folders.pages, config, headers)) {
    if (page.path === null) notFound = response;
    else responses.set(page.path, response);
  }
  if (!notFound) throw new Error('The manifest has no page for addresses that lead nowhere.');
  const all = [...responses.values(), notFound];
  return {
    responses,
    notFound,
    requests: [...new Set(all.map(({ route }) => route))].map((route) => ({
      route,
      method: 'GET',
      statuses: [200, 304],
    })),
    async compress() {
      for (const response of all) await response.compress();
    },
  };
}

/** For development, where pages come from source. */
export const emptySite = (headers: HeaderFields): StaticSite => ({
  responses: new Map(),
  requests: [],
  notFound: createStaticResponse({
    route: '(not found)',
    status: 404,
    contentType: mediaType('.txt'),
    cacheControl: 'no-store',
    body: Buffer.from('There is nothing at this address.\n'),
    headers,
  }),
  compress: async () => {},
});
