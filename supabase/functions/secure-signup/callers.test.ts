import { expect, test } from 'vitest';
import { proxySecretHeader, visitorHeader } from '../../../shared/signup/contract.ts';
import { isKnownCaller, isProxy, visitorAddress } from './callers.ts';

const request = (headers: Record<string, string>) =>
  new Request('https://function.example/secure-signup', { headers });

const keys = ['sb_publishable_of_the_test', 'anon'];

test.each<[string, Record<string, string>, boolean, string[]?]>([
  ['as apikey is accepted', { apikey: 'anon' }, true],
  ['as a bearer is accepted', { Authorization: 'bearer sb_publishable_of_the_test' }, true],
  ['beside a bearer of somebody’s session', { apikey: 'anon', Authorization: 'x' }, true],
  ['that is not on the list is refused', { apikey: 'other' }, false],
  ['under another scheme is refused', { Authorization: 'Basic Bearer anon' }, false],
  ['that is wrong beside a bearer', { apikey: 'other', Authorization: 'Bearer anon' }, false],
  ['that is missing is refused', {}, false],
  ['is refused when the list is empty', { apikey: '' }, false, []],
])('isKnownCaller: a key %s', (_where, headers, isKnown, known = keys) => {
  expect(isKnownCaller(request(headers), known)).toBe(isKnown);
});

// A missing value becomes one of these words when code treats it as text.
test.each(['guessed', '', 'null', 'undefined'])('isProxy refuses the secret “%s”', (secret) => {
  expect(isProxy(request({ [proxySecretHeader]: secret }), null)).toBe(false);
  expect(isProxy(request({ [proxySecretHeader]: secret }), 'shared')).toBe(false);
  expect(isProxy(request({}), secret)).toBe(false);
});

const server = { [proxySecretHeader]: 'shared' };
const cloudflare = { 'cf-connecting-ip': ' 203.0.113.9 ' };
const named = { [visitorHeader]: '192.0.2.7' };
const two = { 'x-forwarded-for': '192.0.2.1, 10.0.0.1' };

test.each<[string, Record<string, string>, string | null, boolean?]>([
  ['the address from Cloudflare', cloudflare, '203.0.113.9'],
  [
    'the first entry of X-Forwarded-For',
    { 'x-forwarded-for': '203.0.113.9 , 10.0.0.1' },
    '203.0.113.9',
  ],
  ['null, without either header', {}, null],
  ['null, when the first entry is blank', { 'x-forwarded-for': ' , 10.0.0.1' }, null],
  [
    'the last entry of X-Forwarded-For, outside supabase.com',
    { ...cloudflare, ...two },
    '10.0.0.1',
    false,
  ],
  ['the address from the server', { ...cloudflare, ...server, ...named }, '192.0.2.7'],
  ['the edge’s address, when the server sends none', { ...cloudflare, ...server }, '203.0.113.9'],
  ['the edge’s address, when a stranger sends one', { ...cloudflare, ...named }, '203.0.113.9'],
])('visitorAddress returns %s', (_who, headers, address, isHosted = true) => {
  const known = { proxySecret: 'shared', isHosted };
  expect(visitorAddress(request(headers), known)).toBe(address);
});
