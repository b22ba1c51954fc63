import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

const site = 'https://deckwright.example';
const isFrom = (headers: Record<string, string>, siteOrigin = site) =>
  isSameOrigin({ headers } as Partial<IncomingMessage> as IncomingMessage, siteOrigin);

test.each([
  {},
  { origin: site },
  { origin: site, 'sec-fetch-site': 'same-origin' },
  { origin: 'null', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
])('a page of ours, or no page at all, is let in: %j', (headers) => {
  expect(isFrom(headers)).toBe(true);
});

test.each([
  { origin: 'https://evil.example' },
  { origin: 'http://deckwright.example' },
  { origin: 'https://deckwright.example:8443' },
  { origin: 'https://deckwright.example.evil.example' },
  { origin: 'http://localhost:3000' },
  { origin: 'null' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: site, 'sec-fetch-site': 'cross-site' },
  { origin: site, 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'https://reached.example', host: 'reached.example' },
  { origin: 'https://reached.example', 'x-forwarded-host': 'reached.example' },
])('a foreign page is not: %j', (headers) => {
  expect(isFrom(headers)).toBe(false);
});

test.each([
  ['http://127.0.0.1:4000', true],
  ['http://[::1]:3000', true],
  ['http://localhost.evil.example:3000', false],
  ['https://evil.example', false],
  ['nonsense', false],
])('a site on a developer’s own machine is let in by %s: %s', (origin, expected) => {
  expect(isFrom({ origin }, 'http://localhost:3000')).toBe(expected);
});
