import type { BuildFacts } from '../../shared/build-facts.ts';
import type { PageConfig } from '../../shared/page-config.ts';
import type { Entity, RawHeaders } from './entity.ts';

/** Something with an address, answered from memory. */
export interface Resource {
  /** Its name in the log and the metrics. */
  route: string;
  /** Made when first asked for, or by {@link Resource.warm} right after the start, whichever is first. */
  entity(): Entity;
  /** Makes the best forms, off the thread that serves. */
  warm(): Promise<void>;
}

export interface ResourceOptions {
  config: PageConfig;
  lastModified: BuildFacts['lastModified'];
  /** Headers that every answer carries. */
  common: RawHeaders;
  /** Folders of the build. */
  clientDirectory: string;
  pagesDirectory: string;
}
