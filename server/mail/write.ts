import { makeToken } from '../../shared/entry/link.ts';
import { entryPath } from '../../shared/paths.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import { hashToken } from '../stores/hash-token.ts';
import type { MailQueue, TakenMail } from '../stores/mail-queue.ts';
import { confirmationMessage } from './confirmation.ts';
import type { Message } from './message.ts';

type WriterSettings = Pick<Settings, 'SITE_ORIGIN' | 'CONTACT_EMAIL' | 'SIGNUP_UNCONFIRMED_DAYS'>;

/** Creates the function that writes a mail. The database has the link of the mail before the mail is sent. */
export function createWriter(settings: WriterSettings, addLink: MailQueue['addLink']) {
  return async (mail: TakenMail): Promise<Message> => {
    const token = makeToken();
    await addLink(hashToken(token), mail);
    const entryUrl = `${settings.SITE_ORIGIN}${entryPath}?token=${token}`;
    return confirmationMessage({
      to: mail.email,
      kind: mail.kind,
      entryUrl,
      contactEmail: settings.CONTACT_EMAIL,
      unconfirmedDays: settings.SIGNUP_UNCONFIRMED_DAYS,
    });
  };
}
