import { expect, test } from 'vitest';
import { colors } from '../../shared/colors.ts';
import { site } from '../../shared/site.ts';
import { confirmationMessage } from './confirmation.ts';

const parts = {
  to: 'ada@example.com',
  entryUrl: 'https://deckwright.example/early-access/entry?token=abc&x="<script>',
  removalUrl: 'https://deckwright.example/early-access/entry?token=def',
  contactEmail: 'hello@deckwright.example',
  isChange: false,
  unconfirmedDays: undefined,
};

test('The plain text names the site, the link, the contact address and what the page does', () => {
  const { subject, text } = confirmationMessage(parts);
  expect(subject).toBe(`Confirm your place on ${site.name}’s list`);
  expect(text).toContain(`Confirm your place:\n${parts.entryUrl}\n`);
  expect(text).toContain('Opening the\npage changes nothing.');
  expect(text).toContain('The link works for 30 days.');
  expect(text).toContain(`${site.name}, hello@deckwright.example`);
});

test.each([
  [undefined, 'If it was not you, do nothing: without a confirmation nothing changes.'],
  [30, 'If it was not you, do nothing: an unconfirmed entry is removed after 30 days.'],
  [1, 'If it was not you, do nothing: an unconfirmed entry is removed after one day.'],
])('With SIGNUP_UNCONFIRMED_DAYS %s both forms say: %s', (unconfirmedDays, sentence) => {
  const { text, html } = confirmationMessage({ ...parts, unconfirmedDays });
  expect(text).toContain(sentence);
  expect(html).toContain(sentence);
});

test.each([
  [
    false,
    'You asked for early access to',
    'the page behind the link shows what we keep',
    'shows what we keep, and lets you confirm, change or remove it.',
  ],
  [
    true,
    'You asked Deckwright to write to this address from now on.',
    'old address is then removed',
    'The old address is then removed.',
  ],
])(
  'With isChange %s both forms say why the mail was sent, and what the page does: %s',
  (isChange, why, what, whatInShort) => {
    const { text, html } = confirmationMessage({ ...parts, isChange });
    for (const form of [text, html]) expect(form).toContain(why);
    expect(text.replaceAll('\n', ' ').toLowerCase()).toContain(what);
    expect(html).toContain(whatInShort);
  },
);

test('A mail about a change says in both forms that nothing changes without a confirmation, whatever SIGNUP_UNCONFIRMED_DAYS is', () => {
  const { text, html } = confirmationMessage({ ...parts, isChange: true, unconfirmedDays: 30 });
  for (const form of [text, html]) {
    expect(form).toContain('do nothing: without a confirmation nothing changes.');
  }
});

test('The HTML escapes the link and loads nothing from anywhere', () => {
  const { html } = confirmationMessage(parts);
  expect(html).toContain('token=abc&amp;x=&quot;&lt;script&gt;');
  expect(html).not.toMatch(/<script|<img|<link|url\(|src=/);
});

test('The HTML has the colours of the site’s light theme', () => {
  const { html } = confirmationMessage(parts);
  const ofSite: string[] = Object.values(colors).map(([light]) => light);
  const used = new Set(html.match(/#[\da-f]{6}/g));
  expect(used.size).toBeGreaterThan(5);
  expect([...used].filter((color) => !ofSite.includes(color))).toEqual([]);
});

test('No line of the plain text but the link is longer than 78 characters', () => {
  for (const isChange of [false, true]) {
    const { text } = confirmationMessage({ ...parts, isChange, unconfirmedDays: 30 });
    const long = text.split('\n').filter((line) => line.length > 78);
    expect(long.filter((line) => line !== parts.entryUrl)).toEqual([]);
  }
});

test('No form of the mail holds the address that it goes to', () => {
  const { text, html } = confirmationMessage(parts);
  expect(`${text}${html}`).not.toContain(parts.to);
});
