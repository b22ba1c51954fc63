import type { DestinationStream } from 'pino';
import type { PageConfig } from '../shared/page-config.ts';
import type { Settings } from '../shared/settings/schema.ts';
import { createBackend } from './backends/create.ts';
import { configuredClientIp, pageConfig, readMailAuthority } from './config.ts';
import { createRequestLog, knownRequests } from './http/request-log.ts';
import { securityHeaders, withReports } from './http/security-headers.ts';
import { createLog } from './observability/log.ts';
import type { Metrics, MetricsParts } from './observability/metrics.ts';
import { watchReadiness } from './readiness.ts';
import type { Backend, Deliveries } from './signup/backend.ts';
import { createDailyCounter } from './signup/daily-counts.ts';
import type { RenderEntry } from './static/entry-pages.ts';
import { createStaticSite } from './static/site.ts';
import { fromRoot, readBuildFacts, readVersion } from './stores/installed-files.ts';

/** The parts of the server that requests use. The server builds them once, passes them on, and closes them together. */
export type Context = Awaited<ReturnType<typeof createContext>>;

/** Parts that a test replaces. */
export interface Parts {
  backend?: Backend;
  logTo?: DestinationStream;
  renderEntry?: RenderEntry;
}

/** Loads the metrics. Loads nothing without `METRICS_TOKEN`, because the library of the metrics costs memory. */
async function loadMetrics(settings: Settings, parts: MetricsParts): Promise<Metrics | null> {
  if (!settings.METRICS_TOKEN) return null;
  const { createMetrics } = await import('./observability/metrics.ts');
  return createMetrics(parts);
}

/** Loads the pages of entries. Loads nothing without `MAIL_URL`, because no other site has entries. */
async function loadEntryPages(
  backend: Backend,
  root: string | null,
  config: PageConfig,
): Promise<RenderEntry | null> {
  if (!backend.entry || root === null) return null;
  const { createEntryPages } = await import('./static/entry-pages.ts');
  return createEntryPages(root, config);
}

/**
 * Builds the context. Throws if the build is missing, or the file of `MAIL_CA_FILE` cannot be read. Opens no database.
 * @param root folder of the build; null if pages are rendered from source.
 */
export async function createContext(
  settings: Settings,
  root: string | null = fromRoot('.'),
  parts: Parts = {},
) {
  const mailAuthority = readMailAuthority(settings);
  const log = await createLog(settings.LOG_LEVEL, parts.logTo);
  const facts = readBuildFacts(root);
  const config = pageConfig(settings, facts.shareImages);
  const headers = securityHeaders(config, settings, facts.inline);
  const site = createStaticSite(root, config, facts.lastModified, {
    every: headers,
    page: withReports(headers, settings),
  });
  const version = readVersion();
  const revision = facts.revision || undefined;
  let deliveries: Deliveries | undefined;
  // The metrics read the backend, and the backend writes metrics. Neither calls the other before both exist.
  const metrics = await loadMetrics(settings, {
    build: { version, revision: revision ?? 'unknown' },
    requests: [...site.requests, ...knownRequests],
    isReady: () => readiness.isReady(),
    outboxCounts: () => backend.outboxCounts?.() ?? null,
    deliveryCounts: () => deliveries?.counts() ?? null,
    databaseMadeAt: () => backend.databaseMadeAt?.() ?? null,
    keepUntil: settings.SIGNUP_KEEP_UNTIL,
  });
  const backend: Backend = parts.backend ?? (await createBackend({ settings, log, metrics }));
  const renderEntry = parts.renderEntry ?? (await loadEntryPages(backend, root, config));
  const readiness = watchReadiness(backend, log);
  const counter = createDailyCounter(backend.addCounts, log);
  const clientIp = configuredClientIp(settings);
  const stop = new AbortController();
  return {
    settings,
    version,
    revision,
    log,
    metrics,
    clientIp,
    requestLog: createRequestLog(log, metrics, clientIp),
    securityHeaders: headers,
    site,
    renderEntry,
    backend,
    readiness,
    counter,
    /** Aborted when the server begins to stop. After that the server opens nothing. */
    stopping: stop.signal,
    /** Begins to deliver mails and events, once the backend is open. */
    async startDeliveries() {
      if (stop.signal.aborted) return;
      deliveries = await backend.startDeliveries?.(mailAuthority);
    },
    /** Makes the server say that it is not ready, and ends attempts to open the backend. */
    beginStop() {
      stop.abort();
      readiness.drain();
    },
    async close() {
      this.beginStop();
      await deliveries?.stop();
      await counter.close();
      await backend.close();
    },
  };
}
