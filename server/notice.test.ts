import { expect, test } from 'vitest';
import { withoutAddresses } from '../shared/signup/notice.ts';
import { site } from '../shared/site.ts';
import { noticeOf, storedNoticeOf } from './notice.ts';
import { testSettings } from './testing/settings.ts';

const mail = { MAIL_URL: 'smtps://u:p@mail.example', MAIL_FROM: 'hello@mail.example' };

test.each([
  [
    'the contact address, and no date, by default',
    {},
    `${site.name} keeps your address to tell you about the launch, until you ask us to remove it. Write to us (mailto:${site.contactEmail}) to be removed. Privacy (/privacy)`,
  ],
  [
    'the date of SIGNUP_KEEP_UNTIL and the mailbox of CONTACT_EMAIL',
    { SIGNUP_KEEP_UNTIL: '2027-12-31', CONTACT_EMAIL: 'us@company.com' },
    `${site.name} keeps your address to tell you about the launch, until 31 December 2027. Write to us (mailto:us@company.com) to be removed. Privacy (/privacy)`,
  ],
  [
    'the link in every mail, when mails are sent',
    mail,
    `${site.name} keeps your address to tell you about the launch, until you ask us to remove it. Every mail has a link that removes it. Contact (mailto:${site.contactEmail}), Privacy (/privacy)`,
  ],
])('the notice names %s', (_name, environment, text) => {
  expect(storedNoticeOf(testSettings(environment)).text).toBe(text);
});

test('the page of an entry shows the stored text without the addresses of its links', () => {
  const { text } = storedNoticeOf(testSettings(mail));
  expect(withoutAddresses(text)).toBe(
    `${site.name} keeps your address to tell you about the launch, until you ask us to remove it. Every mail has a link that removes it. Contact, Privacy`,
  );
});

test('the page shows the version of the stored text, and another text has another version', () => {
  const settings = testSettings({});
  const stored = storedNoticeOf(settings);
  expect(stored.version).toMatch(/^[0-9a-f]{12}$/);
  expect(noticeOf(settings).version).toBe(stored.version);
  expect(noticeOf(testSettings({ SIGNUP_KEEP_UNTIL: '2027-12-31' })).version).not.toBe(
    stored.version,
  );
});
