import type { Settings } from '../../shared/settings/schema.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { MailCounts, MailQueue } from '../stores/mail-queue.ts';
import { repeat } from './repeat.ts';
import { removeEndedMails, removeUnconfirmed } from './sweep.ts';
import { createTransport } from './transport.ts';
import { startMailWorker } from './worker.ts';
import { createWriter } from './write.ts';

interface MailDependencies {
  settings: Settings;
  log: Logger;
  metrics: (Pick<Metrics, 'mail'> & { error(kind: 'database'): void }) | null;
  mails: MailQueue;
}

/** Milliseconds between two counts of the mails, which the metrics show. */
const countMs = 60_000;
/** Milliseconds between two removals of unconfirmed entries and old mails. */
const sweepMs = 3_600_000;

export type Mails = ReturnType<typeof startMails>;

/**
 * Starts to send the mails of a queue by `MAIL_URL`, to count the mails and to remove old mails, and with
 * `SIGNUP_UNCONFIRMED_DAYS` to remove unconfirmed entries.
 */
export function startMails({ settings, log, metrics, mails }: MailDependencies) {
  const { MAIL_URL: url = '', MAIL_FROM: from = '', SIGNUP_UNCONFIRMED_DAYS: days } = settings;
  let counts: MailCounts | null = null;
  const count = async () => {
    counts = await mails.counts();
  };
  const warn = (err: unknown) => log.warn({ err }, 'the queue of mails cannot be read or written');
  const noteFault = (err: unknown) => {
    // The counts are not updated while the queue cannot be read, so the alerts on them cannot fire.
    metrics?.error('database');
    warn(err);
  };
  const sweep = async () => {
    // Entries first, because their removal reads the dates of their mails.
    if (days !== undefined) await removeUnconfirmed(mails, days, log);
    await removeEndedMails(mails, days ?? 0, log);
  };
  const parts = [
    startMailWorker({
      queue: mails,
      transport: createTransport(url, from),
      write: createWriter(settings, mails.addLink),
      log,
      count: (end) => metrics?.mail(end),
    }),
    repeat(count, countMs, noteFault),
    repeat(sweep, sweepMs, noteFault),
  ];
  return {
    /** Returns the counts of the last minute; null before the first count. */
    counts: () => counts,
    /** Takes no further mail, and resolves when the work under way is over. */
    async stop(): Promise<void> {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}
