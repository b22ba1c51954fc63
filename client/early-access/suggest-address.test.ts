import { expect, test } from 'vitest';
import { suggestAddress } from './suggest-address.ts';

test.each([
  ['gmal.com', 'gmail.com'],
  ['gmaill.com', 'gmail.com'],
  ['gmial.com', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['gnail.com', 'gmail.com'],
  ['hotmial.com', 'hotmail.com'],
  ['hotmail.con', 'hotmail.com'],
  ['yahoo.cm', 'yahoo.com'],
  ['outlok.com', 'outlook.com'],
  ['icloud.comm', 'icloud.com'],
  ['proton.mee', 'proton.me'],
])('the domain %s brings the suggestion %s', (typed, meant) => {
  expect(suggestAddress(`ada@${typed}`)).toBe(`ada@${meant}`);
});

test.each([
  'gmail.com',
  'hotmail.co.uk',
  'mail.com',
  'ymail.com',
  'email.com',
  'gmx.de',
  'web.de',
  'live.com',
  'yahoo.be',
  'yahoo.gr',
  'hotmail.gr',
  'company.com',
  'gmail.example.com',
  'gmaill.comm',
])('the domain %s brings no suggestion', (domain) => {
  expect(suggestAddress(`ada@${domain}`)).toBeNull();
});

test.each(['', 'ada', '@gmal.com', 'ada@'])(
  'the unfinished address "%s" brings no suggestion',
  (typed) => {
    expect(suggestAddress(typed)).toBeNull();
  },
);

test('a suggestion keeps the local part as it was typed, an @ in quotes included', () => {
  expect(suggestAddress('a@b@gmal.com')).toBe('a@b@gmail.com');
});
