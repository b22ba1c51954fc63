import { colors } from './colors.ts';
import type { PageConfig } from './page-config.ts';
import type { Page } from './pages.ts';
import { shareImageUrl } from './paths.ts';
import { site } from './site.ts';
import { structuredData } from './structured-data.ts';

/** One element of a page’s head, as data. The server writes it as HTML, and the client as a React element. */
export interface HeadTag {
  tag: 'title' | 'meta' | 'link' | 'script';
  attributes: Readonly<Record<string, string>>;
  text?: string;
}

export type HeadConfig = Pick<PageConfig, 'origin' | 'indexing' | 'contactEmail'> &
  Partial<Pick<PageConfig, 'shareImages'>>;

/** The colour of the browser’s own frame in each colour scheme: the colour of the paper. */
export const themeColors = { light: colors.paper[0], dark: colors.paper[1] } as const;

export const shareImageSize = { width: 1200, height: 630 } as const;

const unicodeEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Returns a value as JSON that is safe inside a script element. The JSON cannot end the element, begin a comment or end
 * a line.
 */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, unicodeEscape);

type Attributes = Readonly<Record<string, string>>;
const element = (tag: HeadTag['tag'], attributes: Attributes): HeadTag => ({ tag, attributes });
const meta = (name: string, content: string, more?: Attributes) =>
  element('meta', { name, content, ...more });
const property = (name: string, content: string) => element('meta', { property: name, content });
const link = (rel: string, href: string, more?: Attributes) =>
  element('link', { rel, href, ...more });

/** The elements that every page has. The template has character set and viewport, because those must come first. */
const constantTags: readonly HeadTag[] = [
  meta('theme-color', themeColors.light, { media: '(prefers-color-scheme: light)' }),
  meta('theme-color', themeColors.dark, { media: '(prefers-color-scheme: dark)' }),
  link('icon', '/favicon.ico', { sizes: '32x32' }),
  link('icon', '/favicon.svg', { type: 'image/svg+xml' }),
  link('apple-touch-icon', '/apple-touch-icon.png'),
  link('manifest', '/site.webmanifest'),
];

/** Returns the page’s instruction to robots in this environment, for its head and for its headers. */
export const robots = (page: Page, config: Pick<PageConfig, 'indexing'>): string =>
  config.indexing ? page.robots : 'noindex, nofollow';

/** Returns the page’s canonical address: the origin and the path. Returns null for the 404 page, which has no path. */
export const canonical = (page: Page, config: Pick<PageConfig, 'origin'>): string | null =>
  page.path === null ? null : `${config.origin}${page.path}`;

/** Returns the elements that differ from page to page, in their order, each exactly once. Values are not escaped. */
export function pageTags(page: Page, config: HeadConfig): HeadTag[] {
  const url = canonical(page, config);
  const image = shareImageUrl(page.image, config);
  return [
    { tag: 'title', attributes: {}, text: page.title },
    meta('description', page.description),
    meta('keywords', page.keywords.join(', ')),
    meta('robots', robots(page, config)),
    ...(url === null ? [] : [link('canonical', url)]),
    property('og:type', 'website'),
    property('og:site_name', site.name),
    property('og:title', page.title),
    property('og:description', page.description),
    ...(url === null ? [] : [property('og:url', url)]),
    property('og:locale', site.locale),
    property('og:image', image),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(shareImageSize.width)),
    property('og:image:height', String(shareImageSize.height)),
    property('og:image:alt', page.image.alt),
    meta('twitter:card', 'summary_large_image'),
    meta('twitter:title', page.title),
    meta('twitter:description', page.description),
    meta('twitter:image', image),
    meta('twitter:image:alt', page.image.alt),
  ];
}

/** Returns all elements of a page’s head, in their order. Values are not escaped. */
export function headTags(page: Page, config: HeadConfig): HeadTag[] {
  const tags = [...pageTags(page, config), ...constantTags];
  const graph = structuredData(page, config);
  if (graph === null) return tags;
  const attributes = { type: 'application/ld+json' };
  return [...tags, { tag: 'script', attributes, text: scriptJson(graph) }];
}
