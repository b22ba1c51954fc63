import { type EntryLink, sealLink } from '../../shared/entry/link.ts';
import { entryPath } from '../../shared/paths.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import { hmac } from '../stores/hmac.ts';
import type { TakenMail } from '../stores/mail-queue.ts';
import { confirmationMessage } from './confirmation.ts';
import type { Message } from './message.ts';

type WriterSettings = Pick<Settings, 'SITE_ORIGIN' | 'CONTACT_EMAIL' | 'SIGNUP_UNCONFIRMED_DAYS'>;

/**
 * Creates the function that writes a mail. Its links are sealed now, so that they work for their full time.
 * @param linkSecret the key of the links. It rejects while the key cannot be read.
 */
export function createWriter(settings: WriterSettings, linkSecret: () => Promise<string>) {
  const urlOf = async (link: EntryLink): Promise<string> => {
    const token = await sealLink(link, await linkSecret(), hmac, new Date());
    return `${settings.SITE_ORIGIN}${entryPath}?token=${token}`;
  };
  return async ({ email, replaces }: TakenMail): Promise<Message> =>
    confirmationMessage({
      to: email,
      entryUrl: await urlOf(
        replaces === null
          ? { purpose: 'entry', email }
          : { purpose: 'change', email, from: replaces },
      ),
      removalUrl: await urlOf({ purpose: 'remove', email }),
      contactEmail: settings.CONTACT_EMAIL,
      isChange: replaces !== null,
      unconfirmedDays: settings.SIGNUP_UNCONFIRMED_DAYS,
    });
}
