import type { Erasure } from '../../shared/entry/entry.ts';
import type { Logger } from '../observability/log.ts';
import { type DeliveryQueue, keptDays, type Sweep } from '../stores/delivery-queue.ts';

/** Calls `remove` for each batch. Returns the number of removed rows. */
async function sweepAll(remove: (after: string) => Promise<Sweep>): Promise<number> {
  let all = 0;
  let after: string | null = '';
  while (after !== null) {
    const { removed, last }: Sweep = await remove(after);
    all += removed;
    after = last;
  }
  return all;
}

/**
 * Removes, in batches and with evidence, every entry that was not confirmed within some days after its newest mail.
 * @param days `SIGNUP_UNCONFIRMED_DAYS`.
 * @param record is called with the evidence of each batch.
 * @returns the number of removed entries.
 */
export async function removeUnconfirmed(
  queue: Pick<DeliveryQueue, 'removeUnconfirmed'>,
  days: number,
  log: Logger,
  record: (erasures: readonly Erasure[]) => void,
): Promise<number> {
  const entries = await sweepAll(async (after) => {
    const swept = await queue.removeUnconfirmed(days, after);
    record(swept.erasures);
    return swept;
  });
  if (entries > 0) log.info({ entries, days }, 'unconfirmed entries were removed');
  return entries;
}

/** Removes old deliveries and counts of mails in batches. @returns the number of removed deliveries. */
export async function removeOldDeliveries(
  queue: Pick<DeliveryQueue, 'removeOld'>,
  log: Logger,
): Promise<number> {
  const deliveries = await sweepAll(queue.removeOld);
  if (deliveries > 0) log.info({ deliveries, days: keptDays }, 'old deliveries were removed');
  return deliveries;
}
