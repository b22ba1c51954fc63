import { createServer } from 'node:http';
import express from 'express';
import { hasEvents } from '../shared/settings/backend.ts';
import type { Settings } from '../shared/settings/schema.ts';
import { site } from '../shared/site.ts';
import { requireSettings } from './config.ts';
import { listen } from './lifecycle.ts';
import { type Mails, startMails } from './mail/start.ts';
import { createLog } from './observability/log.ts';
import { createMailMetrics } from './observability/mail-metrics.ts';
import { handleMetrics } from './routes/metrics.ts';
import { fromRoot, readBuildFacts, readVersion } from './stores/installed-files.ts';
import { createPostgresMails } from './stores/postgres/mails.ts';
import { createPool } from './stores/postgres/pool.ts';

/**
 * Serves GET /metrics at `HOST` and `PORT`, and nothing else. Rejects with a remedy if the port is taken.
 * @returns the metrics and their address; null while `METRICS_TOKEN` is unset.
 */
async function serveMetrics(settings: Settings, counts: Parameters<typeof createMailMetrics>[1]) {
  const { METRICS_TOKEN: token, PORT, HOST } = settings;
  if (token === undefined) return null;
  const revision = readBuildFacts(fromRoot('.')).revision || 'unknown';
  const metrics = createMailMetrics({ version: readVersion(), revision }, counts);
  const app = express().disable('x-powered-by').get('/metrics', handleMetrics(metrics, token));
  return { metrics, address: await listen(createServer(app), PORT, HOST) };
}

/** Sends the mails that are due in a PostgreSQL database, until a signal stops the process. */
async function main(): Promise<void> {
  const settings = requireSettings();
  const { DATABASE_URL, MAIL_URL, MAIL_PER_MINUTE } = settings;
  if (!MAIL_URL) throw new Error('MAIL_URL is unset. Set it to your SMTP server.');
  if (!DATABASE_URL) {
    throw new Error(
      'DATABASE_URL is unset. Set it to the database of your Supabase project. On SQLite the server sends the mails itself.',
    );
  }
  const log = await createLog(settings.LOG_LEVEL);
  // One connection for the deliveries, one for the hourly and the minute’s work beside them.
  const pool = createPool(DATABASE_URL, { size: 2 });
  let mails: Mails | undefined;
  const served = await serveMetrics(settings, () => mails?.counts() ?? null);
  mails = startMails({
    settings,
    log,
    metrics: served?.metrics ?? null,
    mails: createPostgresMails(pool, MAIL_PER_MINUTE, hasEvents(settings)),
  });
  // The worker's own timers do not keep the process alive.
  const alive = setInterval(() => {}, 3_600_000);
  const stop = async (): Promise<void> => {
    clearInterval(alive);
    await mails?.stop();
    await pool.end();
    log.info('stopped');
    process.exit(0);
  };
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      void stop();
    });
  }
  const smtp = new URL(MAIL_URL).host;
  log.info(
    { smtp, perMinute: MAIL_PER_MINUTE, metrics: served?.address },
    `${site.name} sends mails by ${smtp}`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(
    `The mails are not sent: ${error instanceof Error ? error.message : error}\n`,
  );
  process.exit(1);
});
