import { requireSettings } from './config.ts';
import { startMails } from './mail/start.ts';
import { createLog } from './observability/log.ts';
import { createPostgresMails } from './stores/postgres/mails.ts';
import { createPool } from './stores/postgres/pool.ts';

/** Sends the mails that are due in a PostgreSQL database, until a signal stops the process. */
async function main(): Promise<void> {
  const settings = requireSettings();
  const { DATABASE_URL, MAIL_URL, MAIL_PER_MINUTE, ENTRY_LINK_SECRET = '' } = settings;
  if (!MAIL_URL) throw new Error('MAIL_URL is unset. Set it to your SMTP server.');
  if (!DATABASE_URL) {
    throw new Error(
      'DATABASE_URL is unset. Set it to the database of your Supabase project. On SQLite the server sends the mails itself.',
    );
  }
  const log = await createLog(settings.LOG_LEVEL);
  // One connection for the deliveries, one for the hourly and the minute’s work beside them.
  const pool = createPool(DATABASE_URL, 2);
  const mails = startMails({
    settings,
    log,
    metrics: null,
    mails: createPostgresMails(pool, MAIL_PER_MINUTE),
    linkSecret: async () => ENTRY_LINK_SECRET,
  });
  // The worker's own timers do not keep the process alive.
  const alive = setInterval(() => {}, 3_600_000);
  const stop = async (): Promise<void> => {
    clearInterval(alive);
    await mails.stop();
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
  log.info({ smtp, perMinute: MAIL_PER_MINUTE }, `Deckwright sends mails by ${smtp}`);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `The mails are not sent: ${error instanceof Error ? error.message : error}\n`,
  );
  process.exit(1);
});
