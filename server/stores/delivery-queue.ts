import * as z from 'zod/mini';
import type { Erasure } from '../../shared/entry/entry.ts';
import { type LinkKind, linkKinds } from '../../shared/entry/link.ts';

/** The mails to a prospect. Each has a link to the entry. */
export const mailKinds = linkKinds;

/** The events about an entry that another system receives. */
const eventKinds = ['signup.created', 'signup.confirmed', 'signup.removed'] as const;
export type EventKind = (typeof eventKinds)[number];

export type DeliveryKind = LinkKind | EventKind;

const takenFields = {
  id: z.string(),
  addressHash: z.string(),
  /** Tries that were begun, this one included. */
  tries: z.number(),
  /** When the sign-up, the confirmation or the removal was made. */
  createdAt: z.pipe(
    z.string(),
    z.transform((time) => new Date(time)),
  ),
};

/** A mail that a worker has taken. */
export const takenMailSchema = z.object({
  ...takenFields,
  kind: z.enum(mailKinds),
  email: z.string(),
});
export type TakenMail = z.output<typeof takenMailSchema>;

/** An event that a worker has taken. */
export const takenEventSchema = z.object({
  ...takenFields,
  kind: z.enum(eventKinds),
  /** Null: the event is a removal, or the entry was removed since. */
  email: z.nullable(z.string()),
});
export type TakenEvent = z.output<typeof takenEventSchema>;

/**
 * The mails and the events that wait in the database. Several workers may share one queue. Each method rejects while the
 * database is away.
 */
export interface DeliveryQueue {
  /**
   * Takes the mail that is due longest, and hides it from other workers for a lease. If the worker dies, the mail is
   * due again when the lease is over.
   * @returns null when nothing is due, or when `MAIL_PER_MINUTE` tries were begun within the last minute.
   */
  takeMail(): Promise<TakenMail | null>;
  /**
   * Takes the event that is due longest, and hides it as `takeMail` does. Takes no event while an earlier event of the
   * same person waits or is on its way.
   */
  takeEvent(): Promise<TakenEvent | null>;
  /** Adds the link of a mail. Returns false and adds no link if the entry was removed since, or mails to its address were stopped. */
  addLink(tokenHash: string, mail: { email: string; kind: LinkKind }): Promise<boolean>;
  markSent(id: string): Promise<void>;
  /** @param refusal the stage and the status of the receiving server, without an address. */
  markRefused(id: string, refusal: string): Promise<void>;
  /** Makes the delivery due again after some seconds. @param held why the receiver refuses this site; null: the receiver does not refuse it. */
  postpone(id: string, seconds: number, held: string | null): Promise<void>;
  /** Deletes a delivery whose person was erased, or takes no mail any more. */
  drop(id: string): Promise<void>;
  counts(): Promise<DeliveryCounts>;
  /**
   * Removes, with evidence, entries that were not confirmed although the newest mail that asks for it is at least `days`
   * old. Looks at the next {@link sweptRows} links.
   * @param after the `last` of the call before; empty in the first call.
   */
  removeUnconfirmed(days: number, after: string): Promise<UnconfirmedSweep>;
  /**
   * Removes deliveries that are older than {@link keptDays}, and the counts of mails that the limit no longer reads. No
   * delivery is tried for so long. Looks at the next {@link sweptRows} deliveries.
   * @param after the `last` of the call before; empty in the first call.
   */
  removeOld(after: string): Promise<Sweep>;
}

/** The kinds of one lane of the queue: mails or events. */
export type Lane = 'mails' | 'events';

export interface LaneCounts {
  waiting: number;
  /** Seconds since the oldest waiting delivery was queued; 0 when no delivery waits. */
  oldestSeconds: number;
  /** Deliveries of the last {@link keptDays} days that ended in a refusal. */
  refused: number;
  /** Waiting deliveries that the receiver refuses for a reason that lies with this site. */
  held: number;
}

export type DeliveryCounts = Record<Lane, LaneCounts>;

export interface Sweep {
  /** Entries or deliveries that were removed. */
  removed: number;
  /** The last row that the call looked at; null when no row was left. */
  last: string | null;
}

export interface UnconfirmedSweep extends Sweep {
  /** The evidence of each removal. */
  erasures: Erasure[];
}

/** Rows that one call of `removeUnconfirmed` or `removeOld` looks at, so that no transaction takes long. */
export const sweptRows = 500;

/** Days for which a delivery stays in the database. Every delivery has ended by then. */
export const keptDays = 30;

/** Seconds for which a taken delivery is hidden from other workers. One try takes less in every case. */
export const leaseSeconds = { mail: 600, event: 60 };

/** Seconds for which a waiting mail is held in a copy of a database, because the original may still send the mail. */
export const heldSeconds = 3_600;
