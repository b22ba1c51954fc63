import type { DestinationStream } from 'pino';
import { locations } from '../shared/locations.ts';
import type { Settings } from '../shared/settings/schema.ts';
import { pageConfig } from './config.ts';
import { type ClientIp, createClientIp } from './http/client-ip.ts';
import { type HeaderFields, securityHeaders } from './http/security-headers.ts';
import { createLog, type Logger } from './observability/log.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { readBuildFacts, readVersion } from './project/build-facts.ts';
import { fromRoot } from './project/root.ts';
import { type ReadinessWatch, watchReadiness } from './readiness.ts';
import { knownRequests } from './routes/known-requests.ts';
import { createBackend } from './signup/backend.ts';
import { createDailyCounter, type DailyCounter } from './signup/daily-counts.ts';
import type { Backend } from './signup/service.ts';
import { type BuildFolders, createStaticSite, emptySite, type StaticSite } from './static/site.ts';

/** Everything a request may need, built once, passed in, and closed together. */
export interface Context {
  settings: Settings;
  version: string;
  log: Logger;
  /** Null without `METRICS_TOKEN`. */
  metrics: Metrics | null;
  clientIp: ClientIp;
  securityHeaders: HeaderFields;
  site: StaticSite;
  backend: Backend;
  readiness: ReadinessWatch;
  /** How far visitors come, as numbers by day. */
  counter: DailyCounter;
  /** Aborted once nothing more is to be begun. */
  closing: AbortSignal;
  close(): Promise<void>;
}

/** What a test replaces. */
export interface Parts {
  backend?: Backend;
  logTo?: DestinationStream;
}

const built: BuildFolders = {
  client: fromRoot(locations.client),
  pages: fromRoot(locations.pages),
  facts: fromRoot(locations.facts),
};

/**
 * Throws where the build is missing; touches no database.
 * @param folders of the build; null where pages are rendered from source.
 */
export async function createContext(
  settings: Settings,
  folders: BuildFolders | null = built,
  parts: Parts = {},
): Promise<Context> {
  const log = await createLog(settings.LOG_LEVEL, parts.logTo);
  const facts = readBuildFacts(folders?.facts);
  const config = { ...pageConfig(settings), shareImages: facts.shareImages };
  const headers = securityHeaders({
    config,
    reportUri: settings.CSP_REPORT_URI,
    hstsMaxAge: settings.HSTS_MAX_AGE,
    hstsIncludesSubdomains: settings.HSTS_INCLUDE_SUBDOMAINS === 'on',
  });
  const site = folders
    ? createStaticSite(folders, config, facts.lastModified, headers)
    : emptySite(headers);
  const version = readVersion();
  // Metrics are told of the backend, and the backend counts: each asks for the other only later.
  const metrics: Metrics | null = settings.METRICS_TOKEN
    ? createMetrics({
        build: { version, revision: facts.revision || 'unknown' },
        requests: [...site.requests, ...knownRequests],
        isReady: () => readiness.isReady(),
        outboxCounts: () => backend.outboxCounts?.() ?? null,
      })
    : null;
  const backend: Backend = parts.backend ?? (await createBackend({ settings, log, metrics }));
  const readiness = watchReadiness(backend, log);
  const counter = createDailyCounter(backend.addCounts, (err) =>
    log.warn({ err }, 'the counts of the day could not be written'),
  );
  const closing = new AbortController();
  return {
    settings,
    version,
    log,
    metrics,
    clientIp: createClientIp(settings.TRUST_PROXY),
    securityHeaders: headers,
    site,
    backend,
    readiness,
    counter,
    closing: closing.signal,
    async close() {
      closing.abort();
      readiness.drain();
      await counter.close();
      await backend.close();
    },
  };
}
