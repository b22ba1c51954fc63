import type { DestinationStream } from 'pino';
import { locations } from '../shared/locations.ts';
import type { PageConfig } from '../shared/page-config.ts';
import type { Settings } from '../shared/settings/schema.ts';
import { pageConfig } from './config.ts';
import { createLog, type Log, type Logger } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { readBuildFacts } from './pages/build-facts.ts';
import type { RawHeaders } from './pages/entity.ts';
import { createTable, emptyTable, type Table } from './pages/table.ts';
import { fromRoot } from './root.ts';
import { createBackend } from './signup/backend.ts';
import type { Backend, Readiness } from './signup/service.ts';

/** Everything a request may need, built once, passed in, and closed together. */
export interface Context {
  settings: Settings;
  page: PageConfig;
  log: Logger;
  lines: Log['lines'];
  openLog(): Promise<void>;
  securityHeaders: RawHeaders;
  table: Table;
  backend: Backend;
  /** Null without `METRICS_TOKEN`. */
  metrics: Metrics | null;
  readiness(): Promise<Readiness>;
  /** From now on `/readyz` sends traffic elsewhere. */
  drain(): void;
  close(): Promise<void>;
}

/** What a test replaces. */
export interface Parts {
  backend?: Backend;
  logTo?: DestinationStream;
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

/** Longest that a question for readiness waits for the database, in milliseconds. */
const readinessMs = 2_000;

function promptly(answer: Promise<Readiness>): Promise<Readiness> {
  const late = new Promise<Readiness>((resolve) => {
    const reason = `the database did not answer within ${readinessMs} ms`;
    setTimeout(resolve, readinessMs, { ready: false, reason }).unref();
  });
  const failed = (error: unknown): Readiness => ({ ready: false, reason: String(error) });
  return Promise.race([answer.catch(failed), late]);
}

/**
 * Throws where the build is missing; touches no database.
 * @param folders of the build; null where pages are rendered from source.
 */
export async function createContext(
  settings: Settings,
  folders: Folders | null = built(),
  parts: Parts = {},
): Promise<Context> {
  const { log, lines, open, flush } = createLog(settings.LOG_LEVEL, parts.logTo);
  const { shareImages, lastModified } = readBuildFacts(folders?.factsFile);
  const page = { ...pageConfig(settings), shareImages };
  const common = securityHeaders(page);
  let isDraining = false;
  const readiness = async (): Promise<Readiness> =>
    isDraining ? { ready: false, reason: 'shutting down' } : promptly(backend.readiness());
  const metrics = settings.METRICS_TOKEN
    ? await createMetrics(readiness, () => backend.outboxCounts())
    : null;
  const backend: Backend = parts.backend ?? createBackend(settings, log, metrics);
  return {
    settings,
    page,
    log,
    lines,
    openLog: open,
    securityHeaders: common,
    table: folders
      ? createTable({ config: page, lastModified, common, ...folders })
      : emptyTable(common),
    backend,
    metrics,
    readiness,
    drain: () => {
      isDraining = true;
    },
    close: async () => {
      await backend.close();
      await open();
      flush();
    },
  };
}
