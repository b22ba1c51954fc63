import { hasEvents, hasMail } from '../../shared/settings/backend.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import type { CountedEnd } from '../observability/delivery-metrics.ts';
import type { Logger } from '../observability/log.ts';
import type { Deliveries } from '../signup/backend.ts';
import type { DeliveryCounts, DeliveryQueue, Lane } from '../stores/delivery-queue.ts';
import type { ErasureLog } from '../stores/erasure-log.ts';
import { repeat } from './repeat.ts';
import { removeOldDeliveries, removeUnconfirmed } from './sweep.ts';
import { startWorker } from './worker.ts';

interface Parts {
  settings: Settings;
  log: Logger;
  metrics: { delivery(lane: Lane, end: CountedEnd): void; error(kind: 'database'): void } | null;
  queue: DeliveryQueue;
  /** Gets the evidence of each removal of an unconfirmed entry. */
  erasures: ErasureLog;
  /** The certificate of `MAIL_CA_FILE`, as PEM. */
  mailAuthority?: string | undefined;
}

/** Milliseconds between two counts of the deliveries, which the metrics show. */
const countMs = 60_000;
/** Milliseconds between two removals of unconfirmed entries and old deliveries. */
const sweepMs = 3_600_000;

/** Starts a worker for mails with `MAIL_URL`, and one for events with `SIGNUP_EVENT_URL`. */
async function startWorkers({ settings, log, metrics, queue, mailAuthority }: Parts) {
  const parts = {
    queue,
    log,
    count: (lane: Lane, end: CountedEnd) => metrics?.delivery(lane, end),
  };
  const workers: { stop(): Promise<void> }[] = [];
  // Each client is loaded only where the settings name its receiver, because it costs memory.
  if (hasMail(settings)) {
    const { createMailCarrier } = await import('./mail-carrier.ts');
    const { createTransport } = await import('./mail-transport.ts');
    const transport = createTransport(settings, mailAuthority);
    workers.push(startWorker(createMailCarrier(queue, transport, settings), parts));
  }
  if (hasEvents(settings)) {
    const { createEventCarrier } = await import('./events.ts');
    const { SIGNUP_EVENT_URL: url = '', SIGNUP_EVENT_SECRET: secret = '' } = settings;
    const hasAddress = settings.SIGNUP_EVENT_ADDRESS === 'on';
    workers.push(startWorker(createEventCarrier(queue, { url, secret, hasAddress }), parts));
  }
  return workers;
}

/**
 * Starts to deliver the mails and the events of a queue, to count them, and to remove old ones, also while no worker runs.
 * With `MAIL_URL` and `SIGNUP_UNCONFIRMED_DAYS` it also removes unconfirmed entries.
 */
export async function startDeliveries(parts: Parts): Promise<Deliveries> {
  const { settings, log, metrics, queue, erasures } = parts;
  let counts: DeliveryCounts | null = null;
  const count = async () => {
    counts = await queue.counts();
  };
  const noteFault = (err: unknown) => {
    // The counts are not updated while the queue cannot be read, so the alerts on them cannot fire.
    metrics?.error('database');
    log.warn({ err }, 'the queue of deliveries cannot be read or written');
  };
  const sweep = async () => {
    const days = hasMail(settings) ? settings.SIGNUP_UNCONFIRMED_DAYS : undefined;
    if (days !== undefined) await removeUnconfirmed(queue, days, log, erasures.write);
    await removeOldDeliveries(queue, log);
  };
  const running = [
    ...(await startWorkers(parts)),
    repeat(count, countMs, noteFault),
    repeat(sweep, sweepMs, noteFault),
  ];
  return {
    counts: () => counts,
    async stop() {
      await Promise.all(running.map((part) => part.stop()));
    },
  };
}
