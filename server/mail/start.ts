import type { Settings } from '../../shared/settings/schema.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { MailQueue } from '../stores/mail-queue.ts';
import { createTransport } from './transport.ts';
import { type MailWorker, startMailWorker } from './worker.ts';
import { createWriter } from './write.ts';

interface MailDependencies {
  settings: Settings;
  log: Logger;
  metrics: Pick<Metrics, 'mail'> | null;
  mails: MailQueue;
  linkSecret: () => Promise<string>;
}

/** Starts the worker that sends the mails of a queue by `MAIL_URL`. */
export function startMails({
  settings,
  log,
  metrics,
  mails,
  linkSecret,
}: MailDependencies): MailWorker {
  const { MAIL_URL: url = '', MAIL_FROM: from = '' } = settings;
  return startMailWorker({
    queue: mails,
    transport: createTransport(url, from),
    write: createWriter(settings, linkSecret),
    log,
    count: (end) => metrics?.mail(end),
  });
}
