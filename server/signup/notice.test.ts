import { expect, test } from 'vitest';
import { site } from '../../shared/site.ts';
import { testSettings } from '../testing/settings.ts';
import { noticeVersionOf, storedNoticeOf } from './notice.ts';

const mail = { MAIL_URL: 'smtps://u:p@mail.example', MAIL_FROM: 'hello@mail.example' };
const supabase = {
  SUPABASE_URL: 'https://project.supabase.example',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
};
const keeps = `${site.name} keeps this address and the day you gave it, to tell you about the launch and for nothing else, until`;

test.each([
  [
    'the contact address, and no date, by default',
    {},
    `${keeps} you ask us to remove it. Nobody else gets it. To remove it, write to ${site.contactEmail}.`,
  ],
  [
    'the date of SIGNUP_KEEP_UNTIL and the mailbox of CONTACT_EMAIL',
    { SIGNUP_KEEP_UNTIL: '2027-12-31', CONTACT_EMAIL: 'us@company.com' },
    `${keeps} 31 December 2027. Nobody else gets it. To remove it, write to us@company.com.`,
  ],
  [
    'the company that carries mails and the link in every mail, when mails are sent',
    mail,
    `${keeps} you ask us to remove it. Nobody else gets it, apart from the company that carries our mail. Every mail has a link that removes it.`,
  ],
  [
    'each company that gets the address',
    {
      ...mail,
      ...supabase,
      SIGNUP_PROXY_SECRET: 'a-secret-of-the-proxy',
      SIGNUP_EVENT_URL: 'https://crm.example/hook',
      SIGNUP_EVENT_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      SIGNUP_EVENT_ADDRESS: 'on',
    },
    `${keeps} you ask us to remove it. Nobody else gets it, apart from the company that hosts our list, the company that carries our mail and the company that keeps our contacts. Every mail has a link that removes it.`,
  ],
])('the notice names %s', (_name, environment, text) => {
  expect(storedNoticeOf(testSettings(environment)).text).toBe(text);
});

test('the page shows the version of the stored text, and another text has another version', () => {
  const settings = testSettings({});
  expect(noticeVersionOf(settings)).toMatch(/^[0-9a-f]{12}$/);
  expect(noticeVersionOf(settings)).toBe(storedNoticeOf(settings).version);
  expect(noticeVersionOf(testSettings({ SIGNUP_KEEP_UNTIL: '2027-12-31' }))).not.toBe(
    noticeVersionOf(settings),
  );
});
