import { site } from './site.ts';

/** Where the build puts things, relative to the project’s root. */
export const locations = {
  /** Served at `/`: hashed assets with `.br` beside them, and the files of `client/public`. */
  client: 'dist/client',
  /** One prerendered document a page, `<page id>.html`. */
  pages: 'dist/pages',
  /** {@link BuildFacts} as JSON. */
  facts: 'dist/facts.json',
  server: 'dist/server',
  cli: 'dist/cli',
} as const;

/** Addresses under which every file name carries a hash of its content. */
export const assetsPath = '/assets/';

/** The name under which a browser saves the sample deck. */
export const sampleDeckName = `${site.name.toLowerCase()}-sample.pptx`;

/** What only the build knows. */
export interface BuildFacts {
  /** Share image id → content hash. */
  shareImages: Readonly<Record<string, string>>;
  /** Page id → the day (YYYY-MM-DD) its source last changed. */
  lastModified: Readonly<Record<string, string>>;
  /** What stands in each page itself, as the content security policy names it. */
  inline?: Readonly<Record<'script' | 'style', readonly string[]>>;
  /** Commit that was built. */
  revision?: string;
}
