/**
 * How one try of a delivery ended.
 * - `sent`: the receiver has taken it.
 * - `refused`: the receiver will never take it.
 * - `failed`: a later try may succeed.
 * - `held`: the receiver takes nothing of this site at present, because of a setting, a quota or a reputation. The
 *   operator must look. With `isLong` a try within the hour would be useless.
 * - `dropped`: it must not go out any more, because the person was erased or stopped mails.
 * A reason names the stage and the status. It holds no address, because receivers repeat addresses in their texts.
 */
export type Delivery =
  | { end: 'sent' }
  | { end: 'dropped' }
  | { end: 'refused'; reason: string }
  | { end: 'failed'; reason: string }
  | { end: 'held'; reason: string; isLong: boolean };

/** A try after which the delivery may be tried again. */
export type Retried = Extract<Delivery, { end: 'failed' | 'held' }>;

/** Seconds. */
export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;
