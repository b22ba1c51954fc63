/** The files and folders that the build writes, relative to the project’s root. */
export const locations = {
  /** The server serves this folder at `/`: hashed assets, the files of `client/public`, and their `.br` and `.gz` forms. */
  client: 'dist/client',
  /** One prerendered document for each page, `<page id>.html`. */
  pages: 'dist/pages',
  /** {@link BuildFacts} as JSON. */
  facts: 'dist/facts.json',
  server: 'dist/server',
  cli: 'dist/cli',
} as const;

/** The path of the assets. Each file name under it has a hash of the file’s content. */
export const assetsPath = '/assets/';

/** Facts that the build writes down and the server reads. */
export interface BuildFacts {
  /** The content hash of each share image, by the image’s id. */
  shareImages: Readonly<Record<string, string>>;
  /** The day (YYYY-MM-DD) on which the source of each page last changed, by the page’s id. */
  lastModified: Readonly<Record<string, string>>;
  /** The hashes of the inline scripts and styles of the pages, as the content security policy needs them. */
  inline?: Readonly<Record<'script' | 'style', readonly string[]>>;
  /** The commit of the build. */
  revision?: string;
}
