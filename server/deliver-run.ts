import { createServer } from 'node:http';
import express from 'express';
import { hasEvents, hasMail } from '../shared/settings/backend.ts';
import type { Settings } from '../shared/settings/schema.ts';
import { site } from '../shared/site.ts';
import { readMailAuthority, requireSettings } from './config.ts';
import { startDeliveries } from './deliveries/start.ts';
import { listen } from './lifecycle/listen.ts';
import { stopOnSignals } from './lifecycle/signals.ts';
import { createDeliveryMetrics } from './observability/delivery-metrics.ts';
import { createLog } from './observability/log.ts';
import { handleMetrics } from './routes/metrics.ts';
import type { Deliveries } from './signup/backend.ts';
import { openErasureLog } from './stores/erasure-log.ts';
import { fromRoot, readBuildFacts, readVersion } from './stores/installed-files.ts';
import { createPostgresDeliveries } from './stores/postgres/delivery-queue.ts';
import { createPool, type Pool } from './stores/postgres/pool.ts';
import { explain } from './stores/postgres/problems.ts';
import { StoreError } from './stores/store-error.ts';

/**
 * Serves GET /metrics at `HOST` and `PORT`, and nothing else. Rejects with a remedy if the port is taken.
 * @returns the metrics and their address; null while `METRICS_TOKEN` is unset.
 */
async function serveMetrics(
  settings: Settings,
  counts: Parameters<typeof createDeliveryMetrics>[1],
) {
  const { METRICS_TOKEN: token, PORT, HOST } = settings;
  if (token === undefined) return null;
  const revision = readBuildFacts(fromRoot('.')).revision || 'unknown';
  const metrics = createDeliveryMetrics({ version: readVersion(), revision }, counts);
  const app = express().disable('x-powered-by').get('/metrics', handleMetrics(metrics, token));
  return { metrics, address: await listen(createServer(app), PORT, HOST) };
}

/**
 * Rejects with the remedy when the database has no tables of this site. Resolves while the database is away, because the
 * workers try again.
 */
async function requireTables(pool: Pool): Promise<void> {
  try {
    await pool.query('select from deckwright.deliveries limit 0');
  } catch (error) {
    const reason = await explain(error, pool);
    if (reason instanceof StoreError && reason.code === 'not_migrated') throw reason;
  }
}

/** Returns the address of the database. Throws when the settings name no database, or nothing to deliver to. */
function requireDatabase(settings: Settings): string {
  if (!hasMail(settings) && !hasEvents(settings)) {
    throw new Error(
      'MAIL_URL and SIGNUP_EVENT_URL are unset. Set MAIL_URL to your SMTP server, or SIGNUP_EVENT_URL to the system that receives the events.',
    );
  }
  if (settings.DATABASE_URL) return settings.DATABASE_URL;
  throw new Error(
    'DATABASE_URL is unset. Set it to the database of your Supabase project. On SQLite the server delivers by itself.',
  );
}

/** Delivers the mails and the events that are due in a PostgreSQL database, until a signal stops the process. */
async function main(): Promise<void> {
  const settings = requireSettings();
  const { MAIL_URL, MAIL_PER_MINUTE, SIGNUP_EVENT_URL } = settings;
  const url = requireDatabase(settings);
  const log = await createLog(settings.LOG_LEVEL);
  // One session for the mails, one for the events, and one for the hourly and the minute’s work beside them.
  const pool = createPool(url, { size: 3 });
  const queue = createPostgresDeliveries(pool, MAIL_PER_MINUTE, hasEvents(settings));
  await requireTables(pool);
  const erasures = openErasureLog(settings.BACKUP_DIR, log);
  let deliveries: Deliveries | undefined;
  const served = await serveMetrics(settings, () => deliveries?.counts() ?? null);
  deliveries = await startDeliveries({
    settings,
    log,
    metrics: served?.metrics ?? null,
    queue,
    erasures,
    mailAuthority: readMailAuthority(settings),
  });
  // The worker's own timers do not keep the process alive.
  const alive = setInterval(() => {}, 3_600_000);
  stopOnSignals({ log, metrics: null }, async () => {
    clearInterval(alive);
    await deliveries?.stop();
    await pool.end();
    log.info('stopped');
  });
  const hostOf = (address: string | undefined) => address && new URL(address).host;
  log.info(
    {
      smtp: hostOf(MAIL_URL),
      events: hostOf(SIGNUP_EVENT_URL),
      perMinute: MAIL_PER_MINUTE,
      metrics: served?.address,
    },
    `${site.name} delivers mails and events`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`Nothing is delivered: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
