import type { PageConfig } from '../../shared/page-config.ts';

/** A small file that the server makes of the page manifest and the site file, answered from memory. */
export interface SiteFile {
  /** Address, e.g. `/robots.txt`. */
  path: string;
  contentType: string;
  body: string | Buffer;
  /** An hour where left out. */
  cacheControl?: string;
}

export const siteFiles = (_config: PageConfig): readonly SiteFile[] => [];
