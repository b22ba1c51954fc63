import { mailLimitDays } from '../../shared/entry/entry.ts';
import type { Logger } from '../observability/log.ts';
import type { MailQueue, Sweep } from '../stores/mail-queue.ts';

/** Calls `remove` for one batch after the other. Returns the number of everything that was removed. */
async function sweepAll(remove: (after: string) => Promise<Sweep>): Promise<number> {
  let all = 0;
  let after: string | null = '0';
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
 * @returns the number of removed entries.
 */
export async function removeUnconfirmed(
  queue: Pick<MailQueue, 'removeUnconfirmed'>,
  days: number,
  log: Logger,
): Promise<number> {
  const entries = await sweepAll((after) => queue.removeUnconfirmed(days, after));
  if (entries > 0) log.info({ entries, days }, 'unconfirmed entries were removed');
  return entries;
}

/**
 * Removes, in batches, every mail that was sent or refused so long ago that no rule reads it any more: neither the limit
 * of mails by address nor the removal of unconfirmed entries.
 * @param unconfirmedDays `SIGNUP_UNCONFIRMED_DAYS`; 0 when it is unset.
 * @returns the number of removed mails.
 */
export async function removeEndedMails(
  queue: Pick<MailQueue, 'removeEnded'>,
  unconfirmedDays: number,
  log: Logger,
): Promise<number> {
  const days = Math.max(mailLimitDays, unconfirmedDays);
  const mails = await sweepAll((after) => queue.removeEnded(days, after));
  if (mails > 0) log.info({ mails, days }, 'old mails were removed');
  return mails;
}
