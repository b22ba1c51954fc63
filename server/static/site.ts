import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { assetsPath, type BuildFacts, locations } from '../../shared/build-output.ts';
import type { PageConfig } from '../../shared/page-config.ts';
import { pages } from '../../shared/pages.ts';
import { isOutcomePath, paths } from '../../shared/paths.ts';
import { site } from '../../shared/site.ts';
import type { HeaderFields } from '../http/security-headers.ts';
import { fillDocument } from './document.ts';
import { generatedFiles } from './generated-files.ts';
import { createStaticResponse, type StaticParts, type StaticResponse } from './static-response.ts';

/** Everything that is answered from memory. */
export type StaticSite = ReturnType<typeof createStaticSite>;

type Entry = readonly [path: string | null, parts: StaticParts];

/** Every file of the client’s build. Compressed forms lie beside what they are made of. */
const assets = (directory: string): Entry[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|html)$/.test(entry.name))
    .map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      const path = encodeURI(`/${relative(directory, file).replaceAll(sep, '/')}`);
      const isHashed = path.startsWith(assetsPath);
      const parts: StaticParts = {
        route: isHashed ? `${assetsPath}*` : path,
        file,
        cache: isHashed ? 'forever' : 'hour',
        body: readFileSync(file),
        brotli: existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : undefined,
      };
      return [path, parts];
    });

/** The prerendered pages, with this environment’s head and contact address. */
const documents = (directory: string, config: PageConfig): Entry[] =>
  pages.map((page) => {
    const file = join(directory, `${page.id}.html`);
    // With indexing off every answer says so already.
    const isHidden = config.indexing && page.robots !== 'index, follow';
    const parts: StaticParts = {
      // The pages that tell how a sign-up ended are too many to be counted one by one.
      route: isOutcomePath(page.path) ? `${paths.earlyAccess}/*` : (page.path ?? '(not found)'),
      status: page.status,
      file,
      cache: page.status === 200 ? 'revalidated' : 'never',
      body: Buffer.from(fillDocument(readFileSync(file, 'utf8'), page, config)),
      headers: {
        'Content-Language': site.language,
        ...(isHidden ? { 'X-Robots-Tag': page.robots } : {}),
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
 * Throws where the build is missing.
 * @param root folder that the build lies in; null where there is none.
 */
export function createStaticSite(
  root: string | null,
  config: PageConfig,
  lastModified: BuildFacts['lastModified'],
  headers: HeaderFields,
) {
  const entries = root === null ? [] : built(root, config, lastModified);
  const responses = new Map(
    entries.map(([path, parts]) => [
      path,
      createStaticResponse({ ...parts, headers: { ...headers, ...parts.headers } }),
    ]),
  );
  const routes = new Set(entries.map(([, { route }]) => route));
  return {
    /** Path without a query → what is there; null → what is at every other address. Empty in development. */
    responses: responses as ReadonlyMap<string | null, StaticResponse>,
    requests: [...routes].map((route) => ({ route, method: 'GET', statuses: [200, 304] })),
    /** Compresses the pages that search engines lead to, one after the other, which takes half a second. */
    async compress() {
      const listed = pages.filter(({ robots }) => robots === 'index, follow');
      for (const { path } of listed) await responses.get(path)?.compress();
    },
  };
}
