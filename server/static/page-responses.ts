import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageConfig } from '../../shared/page-config.ts';
import { type Page, pages } from '../../shared/pages.ts';
import { paths } from '../../shared/paths.ts';
import { site } from '../../shared/site.ts';
import type { HeaderFields } from '../http/security-headers.ts';
import { fillDocument } from './document.ts';
import { mediaType } from './media-type.ts';
import { createStaticResponse, type StaticResponse } from './static-response.ts';

/** The pages that tell how a sign-up ended are too many to be counted one by one. */
const routeOf = ({ path }: Page): string =>
  path?.startsWith(`${paths.earlyAccess}/`) ? `${paths.earlyAccess}/*` : (path ?? '(not found)');

/** With indexing off every answer says so already. */
const robotsHeader = ({ robots }: Page, { indexing }: PageConfig): HeaderFields =>
  indexing && robots !== 'index, follow' ? { 'X-Robots-Tag': robots } : {};

/** The prerendered pages, with this environment’s head and contact address. */
export const pageResponses = (
  directory: string,
  config: PageConfig,
  headers: HeaderFields,
): [page: Page, response: StaticResponse][] =>
  pages.map((page) => {
    const file = join(directory, `${page.id}.html`);
    const response = createStaticResponse({
      route: routeOf(page),
      status: page.status,
      contentType: mediaType(file),
      cacheControl: page.status === 200 ? 'no-cache' : 'no-store',
      body: Buffer.from(fillDocument(readFileSync(file, 'utf8'), page, config)),
      headers: { ...headers, 'Content-Language': site.language, ...robotsHeader(page, config) },
    });
    return [page, response];
  });
