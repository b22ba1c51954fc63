/** Why a mail is sent: `confirm` after a sign-up, `change` to the new address of an entry. */
export const mailKinds = ['confirm', 'change'] as const;
export type MailKind = (typeof mailKinds)[number];

/** A mail that a worker has taken. */
export interface TakenMail {
  id: string;
  kind: MailKind;
  email: string;
  /** The address whose entry the link moves to `email`; null for a mail that confirms. */
  replaces: string | null;
  /** Deliveries that were begun, this one included. */
  tries: number;
  requestedAt: Date;
}

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
  markSent(id: string): Promise<void>;
  /** @param refusal status of the SMTP server, without an address. */
  markRefused(id: string, refusal: string): Promise<void>;
  /** Makes the mail due again. */
  postpone(id: string, seconds: number): Promise<void>;
}

/** Seconds for which a taken mail is hidden from other workers. One delivery takes less in every case. */
export const leaseSeconds = 600;
