import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { assetsPath, type BuildFacts, locations } from '../../shared/build-output.ts';
import type { PageConfig } from '../../shared/page-config.ts';
import { documentOf, type Page, pages } from '../../shared/pages.ts';
import { isOutcomePath, paths } from '../../shared/paths.ts';
import { site } from '../../shared/site.ts';
import type { HeaderFields } from '../http/security-headers.ts';
import { fillDocument } from './document.ts';
import { generatedFiles } from './generated-files.ts';
import { createStaticResponse, type StaticParts, type StaticResponse } from './static-response.ts';

/** All responses that are answered from memory. */
export type StaticSite = ReturnType<typeof createStaticSite>;

type Entry = readonly [path: string | null, parts: StaticParts];

/** The sample decks are saved, not shown. The link to a deck names the file (`download`). */
const download: HeaderFields = { 'Content-Disposition': 'attachment' };

/** Reads a file that the build may have made. */
const readIfMade = (file: string): Buffer | undefined =>
  existsSync(file) ? readFileSync(file) : undefined;

/** Reads every file of the client’s build. The compressed forms of a file lie beside it. */
const assets = (directory: string): Entry[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz|html)$/.test(entry.name))
    .map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      const path = encodeURI(`/${relative(directory, file).replaceAll(sep, '/')}`);
      const isHashed = path.startsWith(assetsPath);
      const parts: StaticParts = {
        route: isHashed ? `${assetsPath}*` : path,
        file,
        cache: isHashed ? 'forever' : 'hour',
        body: readFileSync(file),
        gzip: readIfMade(`${file}.gz`),
        brotli: readIfMade(`${file}.br`),
        ...(name.endsWith('.pptx') ? { headers: download } : {}),
      };
      return [path, parts];
    });

/** Returns the effort for compressing a page. The landing page gets the most, because most visits begin there. */
const effortFor = ({ path }: Page) => (path === paths.home ? 'most' : 'little');

/** Reads the prerendered pages, and fills in this environment’s head and contact address. */
const documents = (directory: string, config: PageConfig): Entry[] =>
  pages.map((page) => {
    const file = join(directory, `${documentOf(page)}.html`);
    const isListed = page.robots === 'index, follow';
    const body = Buffer.from(fillDocument(readFileSync(file, 'utf8'), page, config));
    const parts: StaticParts = {
      // One route for all pages that say how a sign-up ended.
      route: isOutcomePath(page.path) ? `${paths.earlyAccess}/*` : (page.path ?? '(not found)'),
      isPage: page.path !== null,
      status: page.status,
      file,
      cache: page.status === 200 ? 'revalidated' : 'never',
      body,
      brotli: isListed ? effortFor(page) : undefined,
      headers: {
        'Content-Language': site.language,
        // With indexing off, every response carries its own `X-Robots-Tag`.
        ...(config.indexing && !isListed ? { 'X-Robots-Tag': page.robots } : {}),
      },
    };
    return [page.path, parts];
  });

function built(root: string, config: PageConfig, lastModified: BuildFacts['lastModified']) {
  const directory = join(root, locations.pages);
  if (!existsSync(directory)) {
    throw new Error(`There is no ${directory}. Run \`npm run build\` first.`);
  }
  const files = Object.entries(generatedFiles(config, lastModified)).map(([path, text]): Entry => {
    return [path, { route: path, file: path, cache: 'hour', body: Buffer.from(text) }];
  });
  return [...assets(join(root, locations.client)), ...files, ...documents(directory, config)];
}

/**
 * Creates the responses of all pages and files. Throws if the build is missing.
 * @param root folder of the build; null if pages are rendered from source.
 * @param headers of every response, and of every page.
 */
export function createStaticSite(
  root: string | null,
  config: PageConfig,
  lastModified: BuildFacts['lastModified'],
  headers: { every: HeaderFields; page: HeaderFields },
) {
  const entries = root === null ? [] : built(root, config, lastModified);
  const responses = new Map(
    entries.map(([path, parts]) => [
      path,
      createStaticResponse({
        ...parts,
        headers: { ...(parts.isPage ? headers.page : headers.every), ...parts.headers },
      }),
    ]),
  );
  // Unknown paths are counted under a route of Express.
  const known = entries.filter(([path]) => path !== null);
  const routes = new Set(known.map(([, { route }]) => route));
  return {
    /** Path without a query → response; null → the response for every unknown path. Empty in development. */
    responses: responses as ReadonlyMap<string | null, StaticResponse>,
    requests: [...routes].map((route) => ({ route, method: 'GET', statuses: [200, 304] })),
  };
}
