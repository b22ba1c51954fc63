import { makeToken } from '../../shared/entry/link.ts';
import { entryPath } from '../../shared/paths.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import type { DeliveryQueue, TakenMail } from '../stores/delivery-queue.ts';
import { hashToken } from '../stores/hashes.ts';
import { day, hour, minute } from './delivery.ts';
import { writeMail } from './mail-text.ts';
import type { Transport } from './mail-transport.ts';
import type { Carrier } from './worker.ts';

/** Seconds until the next try of a mail: a first wait that doubles after each try, up to the longest wait. */
const waits = {
  short: { first: minute, longest: 6 * hour },
  // A daily quota is open again the next day, and tries before that may lengthen a block.
  long: { first: hour, longest: 12 * hour },
};

export type MailSettings = Pick<
  Settings,
  'SITE_ORIGIN' | 'CONTACT_EMAIL' | 'SIGNUP_UNCONFIRMED_DAYS'
>;

/** Carries mails to an SMTP server. The database has the link of a mail before the mail is sent. */
export const createMailCarrier = (
  queue: Pick<DeliveryQueue, 'takeMail' | 'addLink'>,
  transport: Pick<Transport, 'send'>,
  settings: MailSettings,
): Carrier<TakenMail> => ({
  lane: 'mails',
  take: queue.takeMail,
  async deliver(mail) {
    const token = makeToken();
    if (!(await queue.addLink(hashToken(token), mail))) return { end: 'dropped' };
    return transport.send(
      writeMail({
        to: mail.email,
        kind: mail.kind,
        entryUrl: `${settings.SITE_ORIGIN}${entryPath}?token=${token}`,
        contactEmail: settings.CONTACT_EMAIL,
        unconfirmedDays: settings.SIGNUP_UNCONFIRMED_DAYS,
      }),
    );
  },
  waitAfter(tries, delivery) {
    const isLong = delivery.end === 'held' && delivery.isLong;
    const { first, longest } = isLong ? waits.long : waits.short;
    return Math.min(longest, first * 2 ** (tries - 1));
  },
  lifetime: 7 * day,
});
