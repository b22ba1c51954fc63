import type { Logger } from '../observability/log.ts';
import type { MailQueue } from '../stores/mail-queue.ts';

/**
 * Removes, in batches and with evidence, every entry that was not confirmed within some days after its newest mail.
 * @param days `SIGNUP_UNCONFIRMED_DAYS`.
 * @returns the number of removed entries.
 */
export async function removeUnconfirmed(
  queue: Pick<MailQueue, 'removeUnconfirmed'>,
  days: number,
  log: Logger,
): Promise<number> {
  let entries = 0;
  let after: string | null = '0';
  while (after !== null) {
    const { removed, last } = await queue.removeUnconfirmed(days, after);
    entries += removed;
    after = last;
  }
  if (entries > 0) log.info({ entries, days }, 'unconfirmed entries were removed');
  return entries;
}
