import { expect, test } from 'vitest';
import { colors } from '../../shared/colors.ts';
import { linkKinds } from '../../shared/entry/link.ts';
import { site } from '../../shared/site.ts';
import { writeMail } from './mail-text.ts';

const parts = {
  to: 'ada@example.com',
  entryUrl: 'https://deckwright.example/early-access/entry?token=abc&x="<script>',
  contactEmail: 'hello@deckwright.example',
  unconfirmedDays: 30,
};
const confirm = { ...parts, kind: 'confirm' } as const;

test('the plain text names the site, the link, the contact address and what the page does', () => {
  const { subject, text } = writeMail(confirm);
  expect(subject).toBe(`Confirm your place on ${site.name}’s list`);
  expect(text).toContain(`Confirm your place:\n${parts.entryUrl}\n`);
  expect(text).toContain('Opening the page changes nothing.');
  expect(text.replaceAll('\n', ' ')).toContain('The link works until the entry is removed.');
});

test('both forms of a mail end with the promise and the contact address', () => {
  const { text, html } = writeMail(confirm);
  for (const form of [text, html.replaceAll('<br>', '\n').replaceAll(/<[^>]*>/g, '')])
    expect(form.trimEnd()).toMatch(
      new RegExp(`\n${site.promise}\n${site.name}, ${parts.contactEmail}$`),
    );
});

test.each([
  [30, 'If it was not you, do nothing: an unconfirmed entry is removed after 30 days.'],
  [1, 'If it was not you, do nothing: an unconfirmed entry is removed after one day.'],
])('with SIGNUP_UNCONFIRMED_DAYS %s both forms say: %s', (unconfirmedDays, sentence) => {
  const { text, html } = writeMail({ ...confirm, unconfirmedDays });
  expect(text.replaceAll('\n', ' ')).toContain(sentence);
  expect(html).toContain(sentence);
});

test('a mail to a confirmed person names the entry, and asks for no confirmation', () => {
  const { subject, text, html } = writeMail({ ...parts, kind: 'entry' });
  expect(subject).toBe(`Your entry on ${site.name}’s list`);
  for (const form of [text.replaceAll('\n', ' '), html]) {
    expect(form).toContain('Your place is confirmed already.');
    expect(form).toContain('do nothing: your entry stays as it is.');
    expect(form).not.toContain('Confirm your place');
  }
});

test.each(linkKinds)(
  'the button and the plain text of a mail of kind %s ask for the same',
  (kind) => {
    const { text, html } = writeMail({ ...parts, kind });
    const button = /font-weight: 600[^>]*>([^<]*)<\/a>/.exec(html)?.[1];
    expect(button).toBe(kind === 'entry' ? 'Open your entry' : 'Confirm your place');
    expect(text).toContain(`${button}:\n${parts.entryUrl}\n`);
  },
);

test('the HTML escapes the link and loads nothing from anywhere', () => {
  const { html } = writeMail(confirm);
  expect(html).toContain('token=abc&amp;x=&quot;&lt;script&gt;');
  expect(html).not.toMatch(/<script|<img|<link|url\(|src=/);
});

test('the HTML has the colours of the site’s light theme', () => {
  const { html } = writeMail(confirm);
  const ofSite: string[] = Object.values(colors).map(([light]) => light);
  const used = new Set(html.match(/#[\da-f]{6}/g));
  expect(used.size).toBeGreaterThan(5);
  expect([...used].filter((color) => !ofSite.includes(color))).toEqual([]);
});

test('no line of the plain text but the link is longer than 78 characters', () => {
  for (const kind of linkKinds) {
    const { text } = writeMail({ ...parts, kind });
    const long = text.split('\n').filter((line) => line.length > 78);
    expect(long.filter((line) => line !== parts.entryUrl)).toEqual([]);
  }
});

test('no form of the mail holds the address that it goes to', () => {
  const { text, html } = writeMail(confirm);
  expect(`${text}${html}`).not.toContain(parts.to);
});
