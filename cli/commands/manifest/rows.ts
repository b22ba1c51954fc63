import { canonical, type HeadConfig, robots } from '../../../shared/head.ts';
import { pages, redirectOf, type ThingType } from '../../../shared/pages.ts';
import { redirects, shareImageUrl } from '../../../shared/paths.ts';

/** One page of the route and search manifest; the shape that `manifest --json` prints. */
export interface PageRow {
  /** Null: the server sends the page for every path that no other page has. */
  path: string | null;
  status: number;
  title: string;
  description: string;
  keywords: readonly string[];
  /** Absolute; null where the page has none. */
  canonical: string | null;
  robots: string;
  /** Absolute address of the share image. */
  image: string;
  structuredData: readonly ThingType[];
}

/** A redirect. The manifest lists it with the pages. */
export interface RedirectRow {
  path: string;
  status: 301;
  location: string;
}

export type ManifestRow = PageRow | RedirectRow;

/** Returns the redirect at a path, or undefined when the server does not redirect the path. */
export function redirectRow(path: string): RedirectRow | undefined {
  const location = redirectOf(path);
  return location === undefined ? undefined : { path, status: 301, location };
}

export const manifestRedirects = (): RedirectRow[] =>
  Object.entries(redirects).map(([path, location]) => ({ path, status: 301, location }));

/** Returns every page as search engines and chats see it in one environment. */
export const manifest = (config: HeadConfig): PageRow[] =>
  pages.map((page) => {
    const { path, status, title, description, keywords, structuredData } = page;
    const head = { canonical: canonical(page, config), robots: robots(page, config) };
    const image = shareImageUrl(page.image, config);
    return { path, status, title, description, keywords, ...head, image, structuredData };
  });
