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
  ['that nobody showed is refused', {}, false],
  ['is nobody’s where the list is empty', { apikey: '' }, false, []],
])('a key %s', (_where, headers, isKnown, known = keys) => {
  expect(isKnownCaller(request(headers), known)).toBe(isKnown);
});

// A missing value turns into one of these words where it is taken for text.
test.each(['guessed', '', 'null', 'undefined'])('the server is not known by “%s”', (secret) => {
  expect(isProxy(request({ [proxySecretHeader]: secret }), null)).toBe(false);
  expect(isProxy(request({ [proxySecretHeader]: secret }), 'shared')).toBe(false);
  expect(isProxy(request({}), secret)).toBe(false);
});

const server = { [proxySecretHeader]: 'shared' };
const cloudflare = { 'cf-connecting-ip': ' 203.0.113.9 ' };
const named = { [visitorHeader]: '192.0.2.7' };
const two = { 'x-forwarded-for': '192.0.2.1, 10.0.0.1' };

test.each<[string, Record<string, string>, string | null, boolean?]>([
  ['what Cloudflare saw', cloudflare, '203.0.113.9'],
  ['the first that the edge saw', { 'x-forwarded-for': '203.0.113.9 , 10.0.0.1' }, '203.0.113.9'],
  ['nobody known, without either', {}, null],
  ['nobody known, where the edge left a blank', { 'x-forwarded-for': ' , 10.0.0.1' }, null],
  ['whom the last proxy saw, elsewhere', { ...cloudflare, ...two }, '10.0.0.1', false],
  ['whom the server names', { ...cloudflare, ...server, ...named }, '192.0.2.7'],
  ['whom the edge saw, where the server names none', { ...cloudflare, ...server }, '203.0.113.9'],
  ['whom the edge saw, where a stranger names one', { ...cloudflare, ...named }, '203.0.113.9'],
])('a request speaks for %s', (_who, headers, address, isHosted = true) => {
  const known = { proxySecret: 'shared', isHosted };
  expect(visitorAddress(request(headers), known)).toBe(address);
});
