import { setTimeout } from 'node:timers/promises';
import type { Logger } from '../observability/log.ts';
import type { MailQueue, TakenMail } from '../stores/mail-queue.ts';
import type { Message } from './message.ts';
import type { Transport } from './transport.ts';

/** Milliseconds until the worker reads the queue again, when no mail is due or the database failed. */
const idleMs = 2_000;

const minute = 60;
const hour = 60 * minute;
const longestWait = 6 * hour;
/** Seconds after the request at which the worker gives up a mail that no server takes. */
const lifetime = 7 * 24 * hour;

/** Returns the seconds until the next try: 1 minute, doubled after each failure, at most 6 hours. */
export const waitAfter = (tries: number): number =>
  Math.min(longestWait, minute * 2 ** (tries - 1));

export interface MailWorkerParts {
  queue: MailQueue;
  transport: Pick<Transport, 'send'>;
  /** Writes the mail, and adds its link to the database. */
  write: (mail: TakenMail) => Promise<Message>;
  log: Logger;
  /** Counts how a delivery ended. */
  count: (end: 'sent' | 'refused' | 'failed') => void;
  now?: () => Date;
}

/** Waits before the next look at the queue. Ends at once when the signal is aborted. */
const pause = (signal?: AbortSignal) =>
  setTimeout(idleMs, undefined, { signal, ref: false }).catch(() => {});

/**
 * Writes how a delivery ended. Tries again while the database is away, because a mail that is not marked as sent would
 * go out a second time. Rejects only after the signal is aborted.
 */
async function record(
  write: () => Promise<void>,
  { log }: MailWorkerParts,
  signal?: AbortSignal,
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await write();
    } catch (err) {
      if (signal?.aborted) throw err;
      if (isFirst) log.warn({ err }, 'the end of a delivery cannot be written yet');
      await pause(signal);
    }
  }
}

/**
 * Takes one mail that is due and delivers it. Returns whether there was a mail. Rejects while no mail can be taken.
 * @param signal ends the attempts to write how the delivery ended.
 */
export async function deliverNext(parts: MailWorkerParts, signal?: AbortSignal): Promise<boolean> {
  const { queue, transport, write, log, count, now = () => new Date() } = parts;
  const mail = await queue.take();
  if (!mail) return false;
  const { id, kind, tries, requestedAt } = mail;
  const delivery = await transport.send(await write(mail));
  const hasExpired = now().getTime() - requestedAt.getTime() > lifetime * 1000;
  if (delivery.end === 'sent') {
    await record(() => queue.markSent(id), parts, signal);
    log.info({ mail: id, tries }, 'a mail was sent');
  } else if (delivery.end === 'refused' || hasExpired) {
    await record(() => queue.markRefused(id, delivery.reason), parts, signal);
    log.error({ mail: id, kind, tries, reason: delivery.reason }, 'a mail was refused');
  } else {
    await record(() => queue.postpone(id, waitAfter(tries)), parts, signal);
    log.warn({ mail: id, kind, tries, reason: delivery.reason }, 'a mail could not be sent');
  }
  count(delivery.end === 'failed' && hasExpired ? 'refused' : delivery.end);
  return true;
}

/** Sends the mails that are due, one after the other, until the worker is stopped. No failure ends the worker. */
export function startMailWorker(parts: MailWorkerParts) {
  const stopped = new AbortController();
  const { signal } = stopped;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const hasDelivered = await deliverNext(parts, signal).catch((err: unknown) => {
        parts.log.warn({ err }, 'the queue of mails cannot be read or written');
        return false;
      });
      if (!hasDelivered && !signal.aborted) await pause(signal);
    }
  };
  const ended = run();
  return {
    /** Takes no further mail, and resolves when the delivery under way is over. */
    stop(): Promise<void> {
      stopped.abort();
      return ended;
    },
  };
}
