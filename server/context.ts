import { locations } from '../shared/locations.ts';
import type { PageConfig } from '../shared/page-config.ts';
import type { Settings } from '../shared/settings.ts';
import { type Backend, createBackend, type Readiness } from './backends/index.ts';
import { pageConfig } from './config.ts';
import { createLog, type Logger } from './log.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { readBuildFacts } from './pages/build-facts.ts';
import type { RawHeaders } from './pages/entity.ts';
import { createTable, emptyTable, type Table } from './pages/table.ts';
import { fromRoot } from './root.ts';
import { createUpstream, type Upstream } from './upstream.ts';

/** Everything a request may need, built once, passed in, and closed together. */
export interface Context {
  settings: Settings;
  page: PageConfig;
  log: Logger;
  securityHeaders: RawHeaders;
  table: Table;
  backend: Backend;
  upstream: Upstream;
  readiness(): Promise<Readiness>;
  /** From now on `/readyz` sends traffic elsewhere. */
  drain(): void;
  close(): Promise<void>;
}

export interface Folders {
  clientDirectory: string;
  pagesDirectory: string;
  /** The build’s facts; left out: none are known. */
  factsFile?: string;
}

const built = (): Folders => ({
  clientDirectory: fromRoot(locations.client),
  pagesDirectory: fromRoot(locations.pages),
  factsFile: fromRoot(locations.facts),
});

/**
 * Throws where the build is missing; touches no database.
 * @param folders of the build; null where pages are rendered from source.
 */
export async function createContext(
  settings: Settings,
  folders: Folders | null = built(),
): Promise<Context> {
  const { log, flush } = await createLog(settings.LOG_LEVEL);
  const { shareImages, lastModified } = readBuildFacts(folders?.factsFile);
  const page = { ...pageConfig(settings), shareImages };
  const common = securityHeaders(page);
  const backend = createBackend(settings, log);
  let isDraining = false;
  return {
    settings,
    page,
    log,
    securityHeaders: common,
    table: folders
      ? createTable({ config: page, lastModified, common, ...folders })
      : emptyTable(common),
    backend,
    upstream: createUpstream({
      function: backend.function,
      timeoutMs: settings.UPSTREAM_TIMEOUT_MS,
      proxySecret: backend.proxySecret,
    }),
    readiness: async () =>
      isDraining ? { ready: false, reason: 'shutting down' } : backend.readiness(),
    drain: () => {
      isDraining = true;
    },
    close: async () => {
      await backend.close();
      flush();
    },
  };
}
