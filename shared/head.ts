import type { PageConfig } from './page-config.ts';
import type { Page } from './pages.ts';
import { site } from './site.ts';

/** One element of a page’s head, as data: the server writes it as HTML, the client changes the same node. */
export type HeadTag =
  | { tag: 'title'; text: string }
  | { tag: 'meta'; attributes: Record<string, string> }
  | { tag: 'link'; attributes: Record<string, string> }
  | { tag: 'script'; attributes: { type: 'application/ld+json' }; text: string };

/** The fixed origin plus the path, with any trailing slash removed. */
export const canonicalUrl = (origin: string, path: string): string =>
  path === '/' ? `${origin}/` : `${origin}${path.replace(/\/+$/, '')}`;

/** Where a page’s share image is served. */
export const shareImagePath = (page: Page): string => `/share/${page.id}.png`;

const meta = (name: string, content: string): HeadTag => ({
  tag: 'meta',
  attributes: { name, content },
});

const property = (name: string, content: string): HeadTag => ({
  tag: 'meta',
  attributes: { property: name, content },
});

/**
 * The head of one page in one environment, in order, exactly one of each.
 * The 404 page has no canonical address.
 */
export function headTags(page: Page, config: Pick<PageConfig, 'origin' | 'indexing'>): HeadTag[] {
  const url = page.path === null ? null : canonicalUrl(config.origin, page.path);
  const image = `${config.origin}${shareImagePath(page)}`;
  return [
    { tag: 'title', text: page.title },
    meta('description', page.description),
    meta('keywords', page.keywords.join(', ')),
    meta('robots', config.indexing ? page.robots : 'noindex, nofollow'),
    ...(url === null
      ? []
      : [{ tag: 'link', attributes: { rel: 'canonical', href: url } } as const]),
    property('og:type', 'website'),
    property('og:site_name', site.name),
    property('og:title', page.title),
    property('og:description', page.description),
    ...(url === null ? [] : [property('og:url', url)]),
    property('og:locale', site.locale),
    property('og:image', image),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', page.imageAlt),
    meta('twitter:card', 'summary_large_image'),
    meta('twitter:title', page.title),
    meta('twitter:description', page.description),
    meta('twitter:image', image),
    meta('twitter:image:alt', page.imageAlt),
  ];
}
