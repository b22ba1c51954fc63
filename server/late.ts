/** Something whose code costs too much to be loaded before it is needed. */
export interface Late<Loaded> {
  /** Loads it at the first call. What failed is not kept: the next call tries again. */
  load(): Promise<Loaded>;
  /** Undefined while nobody needed it. */
  loaded(): Promise<Loaded> | undefined;
}

export function createLate<Loaded>(load: () => Promise<Loaded>): Late<Loaded> {
  let loaded: Promise<Loaded> | undefined;
  return {
    load() {
      loaded ??= load().catch((error: unknown) => {
        loaded = undefined;
        throw error;
      });
      return loaded;
    },
    loaded: () => loaded,
  };
}
