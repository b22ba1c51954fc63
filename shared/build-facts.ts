/** What only the build knows; it leaves them in the file `locations.facts`. */
export interface BuildFacts {
  /** Share image id → content hash. */
  shareImages: Readonly<Record<string, string>>;
  /** Page id → the day (YYYY-MM-DD) its source last changed. */
  lastModified: Readonly<Record<string, string>>;
  /** Commit that was built. */
  revision?: string;
}
