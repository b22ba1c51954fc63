import * as z from 'zod/mini';
import { mailKinds } from './delivery-kinds.ts';

/** A mail that a worker has taken. */
export const takenMailSchema = z.object({
  id: z.string(),
  kind: z.enum(mailKinds),
  email: z.string(),
  /** Deliveries that were begun, this one included. */
  tries: z.number(),
  /** When the sign-up was made. */
  requestedAt: z.pipe(
    z.union([z.string(), z.date()]),
    z.transform((time) => new Date(time)),
  ),
});
export type TakenMail = z.output<typeof takenMailSchema>;

/**
 * The mails that wait in the database. Several workers may share one queue. Each method rejects while the database is
 * away.
 */
export interface MailQueue {
  /**
   * Takes the mail that is due longest, and hides it from other workers for a lease. If the worker dies, the mail is
   * due again when the lease is over.
   * @returns null when nothing is due, or when `MAIL_PER_MINUTE` deliveries were begun within the last minute.
   */
  take(): Promise<TakenMail | null>;
  /** Adds the link of a mail. Rejects if the entry was removed since. */
  addLink(tokenHash: string, mail: Pick<TakenMail, 'email' | 'kind'>): Promise<void>;
  markSent(id: string): Promise<void>;
  /** @param refusal the stage and the status of the SMTP server, without an address. */
  markRefused(id: string, refusal: string): Promise<void>;
  /** Makes the mail due again after some seconds. */
  postpone(id: string, seconds: number): Promise<void>;
  /** Counts the waiting and the refused mails. */
  counts(): Promise<MailCounts>;
  /**
   * Removes, with evidence, entries that were not confirmed although their newest mail was sent at least `days` ago.
   * Looks at the next {@link sweptMails} mails that ask for a confirmation.
   * @param after the `last` of the call before; `'0'` in the first call.
   */
  removeUnconfirmed(days: number, after: string): Promise<Sweep>;
  /**
   * Removes mails that were sent or refused at least `days` ago. Mails that ask for the confirmation of an unconfirmed
   * entry stay, because the removal of unconfirmed entries reads their dates. Looks at the next {@link sweptMails} mails.
   * Also deletes the counts of mails that the limit no longer reads.
   * @param after the `last` of the call before; `'0'` in the first call.
   */
  removeEnded(days: number, after: string): Promise<Sweep>;
}

export interface MailCounts {
  waiting: number;
  /** Seconds since the request of the oldest mail that waits; 0 when none waits. */
  oldestSeconds: number;
  refused: number;
}

export interface Sweep {
  /** Entries or mails that were removed. */
  removed: number;
  /** The last mail that was looked at; null when there was none. */
  last: string | null;
}

/** Mails that one call of `removeUnconfirmed` or `removeEnded` looks at, so that no transaction takes long. */
export const sweptMails = 500;

/** Seconds for which a taken mail is hidden from other workers. One delivery takes less in every case. */
export const leaseSeconds = 600;
