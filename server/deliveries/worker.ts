import type { CountedEnd } from '../observability/delivery-metrics.ts';
import type { Logger } from '../observability/log.ts';
import { reportCounts } from '../observability/report-counts.ts';
import { keepTrying } from '../signup/keep-trying.ts';
import type { DeliveryQueue, Lane } from '../stores/delivery-queue.ts';
import type { Delivery, Retried } from './delivery.ts';
import { repeat } from './repeat.ts';

/** Milliseconds until the worker reads the queue again, when nothing is due or the database failed. */
const idleMs = 2_000;

interface Taken {
  id: string;
  kind: string;
  tries: number;
  createdAt: Date;
}

/** What a worker must know of one lane of the queue: mails or events. */
export interface Carrier<Item extends Taken> {
  lane: Lane;
  take(): Promise<Item | null>;
  /** Tries one delivery. Rejects only while the database is away. */
  deliver(item: Item): Promise<Delivery>;
  /** Returns the seconds until the next try. */
  waitAfter(tries: number, delivery: Retried): number;
  /** Seconds after which a delivery that fails is given up. */
  lifetime: number;
}

export interface WorkerParts {
  queue: Pick<DeliveryQueue, 'markSent' | 'markRefused' | 'postpone' | 'drop'>;
  log: Logger;
  /** Counts how a try ended. */
  count: (lane: Lane, end: CountedEnd) => void;
  now?: () => Date;
}

const names: Record<Lane, string> = { mails: 'a mail', events: 'an event' };

/**
 * Writes how a try ended. Retries while the database is away, because a mail that is not marked as sent would go out a
 * second time. Rejects only after the signal is aborted.
 */
async function record(
  write: () => Promise<void>,
  { log }: WorkerParts,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await write();
  } catch (err) {
    log.warn({ err }, 'the end of a delivery cannot be written yet');
    await keepTrying(write, {
      minTimeout: idleMs,
      maxTimeout: idleMs,
      ...(signal && { signal }),
    });
  }
}

/**
 * Takes one delivery that is due, and tries it. Returns whether there was one. Rejects while none can be taken.
 * @param signal ends the attempts to write how the try ended.
 */
export async function deliverNext<Item extends Taken>(
  carrier: Carrier<Item>,
  parts: WorkerParts,
  signal?: AbortSignal,
): Promise<boolean> {
  const { queue, log, count, now = () => new Date() } = parts;
  const item = await carrier.take();
  if (!item) return false;
  const { id, kind, tries, createdAt } = item;
  const name = names[carrier.lane];
  const delivery = await carrier.deliver(item);
  if (delivery.end === 'dropped') {
    await record(() => queue.drop(id), parts, signal);
    return true;
  }
  if (delivery.end === 'sent') {
    await record(() => queue.markSent(id), parts, signal);
    log.info({ delivery: id, kind, tries }, `${name} was sent`);
    count(carrier.lane, 'sent');
    return true;
  }
  const { reason } = delivery;
  const isExpired = now().getTime() - createdAt.getTime() > carrier.lifetime * 1000;
  const fields = { delivery: id, kind, tries, reason };
  if (delivery.end === 'refused' || isExpired) {
    await record(() => queue.markRefused(id, reason), parts, signal);
    log.error(fields, `${name} is given up`);
    count(carrier.lane, 'refused');
    return true;
  }
  const seconds = carrier.waitAfter(tries, delivery);
  const isHeld = delivery.end === 'held';
  await record(() => queue.postpone(id, seconds, isHeld ? reason : null), parts, signal);
  if (isHeld) log.error(fields, `${name} waits: the receiver takes nothing of this site`);
  else log.warn(fields, `${name} could not be sent`);
  count(carrier.lane, delivery.end);
  return true;
}

/** Milliseconds between two lines about a queue that cannot be read. */
const faultLineEveryMs = 60_000;

/** Delivers the due deliveries of one lane, one after the other, until the worker is stopped. No failure ends the worker. */
export function startWorker<Item extends Taken>(carrier: Carrier<Item>, parts: WorkerParts) {
  const logFault = reportCounts<unknown>(
    (failures, err) =>
      parts.log.warn({ failures, err }, 'the queue of deliveries cannot be read or written'),
    faultLineEveryMs,
  );
  const deliverDue = async (signal: AbortSignal): Promise<void> => {
    let hasDelivered = true;
    while (hasDelivered && !signal.aborted) {
      hasDelivered = await deliverNext(carrier, parts, signal);
    }
  };
  return repeat(deliverDue, idleMs, logFault);
}
