import { expect, test } from 'vitest';
import { campaignOf } from './campaign.ts';
import { asCampaign } from './contract.ts';

const site = 'https://deckwright.example';
const of = (path: string, referrer = '') => campaignOf({ address: new URL(path, site), referrer });

test.each<[string, string, string | null]>([
  ['/?utm_source=Newsletter&utm_campaign=Launch', '', 'newsletter/launch'],
  ['/?utm_source=newsletter', 'https://news.example/a', 'newsletter'],
  ['/?utm_source=Spring%20Mail&utm_campaign=%C3%9Cber!%20us', '', 'spring-mail/ber-us'],
  ['/?utm_campaign=launch', 'https://news.example/a', 'news.example/launch'],
  ['/', 'https://news.example:8080/a?b=c', 'news.example'],
  ['/?utm_source=%20', 'https://news.example/', 'news.example'],
  ['/?utm_source=._.&utm_campaign=launch', 'https://news.example/', 'news.example/launch'],
  ['/?utm_source=newsletter&utm_campaign=-', '', 'newsletter'],
  ['/?utm_source=newsletter&utm_campaign=_x', '', 'newsletter/_x'],
])('an arrival at %s from "%s" has the campaign %s', (path, referrer, campaign) => {
  expect(of(path, referrer)).toBe(campaign);
});

test.each([
  ['/', ''],
  ['/?utm_campaign=launch', ''],
  ['/', `${site}/upload`],
  ['/', 'android-app://com.news.example/'],
  ['/', 'no address'],
  ['/?utm_source=!!!', ''],
  ['/?utm_source=-', ''],
  ['/?utm_source=..&utm_campaign=launch', ''],
])('an arrival at %s from "%s" has no campaign', (path, referrer) => {
  expect(of(path, referrer)).toBeNull();
});

test('a campaign is cut to 64 characters, and never ends with a slash', () => {
  expect(of(`/?utm_source=${'a'.repeat(70)}&utm_campaign=b`)).toBe('a'.repeat(64));
  expect(of(`/?utm_source=${'a'.repeat(63)}&utm_campaign=b`)).toBe('a'.repeat(63));
  expect(of(`/?utm_source=a&utm_campaign=${'b'.repeat(70)}`)).toBe(`a/${'b'.repeat(62)}`);
  expect(of(`/?utm_source=${'a'.repeat(62)}&utm_campaign=_b`)).toBe('a'.repeat(62));
});

test.each(['-', '.', '_-.', '-/launch', 'newsletter/-', '-/-'])(
  'a sign-up has no campaign if the client sends %s, which has a part without a letter and a digit',
  (campaign) => {
    expect(asCampaign(campaign)).toBeNull();
  },
);

test.each(['-a', 'a', '7', '_a/.b', 'newsletter/2026-11'])(
  'a sign-up has the campaign %s',
  (campaign) => {
    expect(asCampaign(campaign)).toBe(campaign);
  },
);
