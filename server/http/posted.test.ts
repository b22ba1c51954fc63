import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { isSameOrigin } from './posted.ts';

const site = 'https://deckwright.example';
const onOwnMachine = 'http://localhost:3000';

test.each<[boolean, Record<string, string>, siteOrigin?: string]>([
  [true, {}],
  [true, { origin: site }],
  [true, { origin: site, 'sec-fetch-site': 'same-origin' }],
  [true, { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  [true, { origin: 'https://www.deckwright.example', 'sec-fetch-site': 'same-origin' }],
  [false, { origin: 'https://www.deckwright.example', 'sec-fetch-site': 'same-site' }],
  [true, { 'sec-fetch-site': 'none' }],
  [false, { origin: 'https://evil.example' }],
  [false, { origin: 'http://deckwright.example' }],
  [false, { origin: 'https://deckwright.example:8443' }],
  [false, { origin: 'https://deckwright.example.evil.example' }],
  [false, { origin: 'http://localhost:3000' }],
  [false, { origin: 'null' }],
  [false, { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  [false, { origin: site, 'sec-fetch-site': 'cross-site' }],
  [false, { origin: site, 'sec-fetch-site': 'same-site' }],
  [false, { 'sec-fetch-site': 'cross-site' }],
  [false, { origin: 'https://reached.example', host: 'reached.example' }],
  [false, { origin: 'https://reached.example', 'x-forwarded-host': 'reached.example' }],
  [true, { origin: 'http://127.0.0.1:4000' }, onOwnMachine],
  [true, { origin: 'http://[::1]:3000' }, onOwnMachine],
  [false, { origin: 'http://localhost.evil.example:3000' }, onOwnMachine],
  [false, { origin: 'https://evil.example' }, onOwnMachine],
  [false, { origin: 'nonsense' }, onOwnMachine],
])('isSameOrigin is %s for a request with %j', (expected, headers, siteOrigin = site) => {
  expect(isSameOrigin({ headers } as unknown as IncomingMessage, siteOrigin)).toBe(expected);
});
