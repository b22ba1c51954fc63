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
  /** Writes the mail. The link in it is made now, so that it works for its full time. */
  write: (mail: TakenMail) => Promise<Message>;
  log: Logger;
  /** Counts how a delivery ended. */
  count: (end: 'sent' | 'refused' | 'failed') => void;
  now?: () => Date;
}

/** Takes one mail that is due and delivers it. Returns whether there was one. Rejects while the database is away. */
export async function deliverNext(parts: MailWorkerParts): Promise<boolean> {
  const { queue, transport, write, log, count, now = () => new Date() } = parts;
  const mail = await queue.take();
  if (!mail) return false;
  const { id, kind, tries, requestedAt } = mail;
  const delivery = await transport.send(await write(mail));
  const hasExpired = now().getTime() - requestedAt.getTime() > lifetime * 1000;
  if (delivery.end === 'sent') {
    await queue.markSent(id);
    log.info({ mail: id, kind, tries }, 'a mail was sent');
  } else if (delivery.end === 'refused' || hasExpired) {
    await queue.markRefused(id, delivery.reason);
    log.error({ mail: id, kind, tries, reason: delivery.reason }, 'a mail was refused');
  } else {
    await queue.postpone(id, waitAfter(tries));
    log.warn({ mail: id, kind, tries, reason: delivery.reason }, 'a mail could not be sent');
  }
  count(delivery.end === 'failed' && hasExpired ? 'refused' : delivery.end);
  return true;
}

/** Sends the mails that are due, one after the other, until the worker is stopped. No failure ends the worker. */
export function startMailWorker(parts: MailWorkerParts) {
  const stopped = new AbortController();
  const { signal } = stopped;
  const pause = () => setTimeout(idleMs, undefined, { signal, ref: false }).catch(() => {});
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const hasDelivered = await deliverNext(parts).catch((err: unknown) => {
        parts.log.warn({ err }, 'the queue of mails cannot be read or written');
        return false;
      });
      if (!hasDelivered && !signal.aborted) await pause();
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
