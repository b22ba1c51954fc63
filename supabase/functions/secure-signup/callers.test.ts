import { describe, expect, test } from 'vitest';
import { proxySecretHeader, visitorHeader } from '../../../shared/signup/contract.ts';
import { isKnownCaller, isProxy, visitorAddress } from './callers.ts';

const request = (headers: Record<string, string>) =>
  new Request('https://function.example/secure-signup', { headers });

describe('a key', () => {
  const keys = ['sb_publishable_of_the_test', 'anon'];

  test.each([
    ['as apikey', { apikey: 'anon' }],
    ['as a bearer', { Authorization: 'Bearer sb_publishable_of_the_test' }],
    ['as a bearer in small letters', { Authorization: 'bearer anon' }],
    ['as apikey, beside a bearer of somebody’s session', { apikey: 'anon', Authorization: 'x' }],
  ])('is accepted %s', (_where, headers) => {
    expect(isKnownCaller(request(headers), keys)).toBe(true);
  });

  test.each([
    ['that is not on the list', { apikey: 'other' }],
    ['under another scheme', { Authorization: 'Basic Bearer anon' }],
    ['that is wrong, whatever the bearer says', { apikey: 'other', Authorization: 'Bearer anon' }],
    ['that nobody showed', {}],
  ])('is refused %s', (_what, headers) => {
    expect(isKnownCaller(request(headers), keys)).toBe(false);
  });

  test('is nobody’s where the list is empty', () => {
    expect(isKnownCaller(request({ apikey: '' }), [])).toBe(false);
  });
});

describe('the proxy', () => {
  test('is who shows its secret', () => {
    expect(isProxy(request({ [proxySecretHeader]: 'shared' }), 'shared')).toBe(true);
    expect(isProxy(request({ [proxySecretHeader]: 'guessed' }), 'shared')).toBe(false);
  });

  // A missing value turns into one of these words where it is taken for text.
  test.each(['', 'null', 'undefined'])('is not known by %j in place of a secret', (nothing) => {
    expect(isProxy(request({ [proxySecretHeader]: nothing }), null)).toBe(false);
    expect(isProxy(request({}), nothing)).toBe(false);
  });
});

describe('whom a request speaks for', () => {
  const hosted = { proxySecret: 'shared', isHosted: true };

  test.each([
    ['what Cloudflare saw', { 'cf-connecting-ip': ' 203.0.113.9 ' }, '203.0.113.9'],
    ['the first that the edge saw', { 'x-forwarded-for': '203.0.113.9 , 10.0.0.1' }, '203.0.113.9'],
    ['nobody known, without either', {}, null],
    ['nobody known, where the edge left a blank', { 'x-forwarded-for': ' , 10.0.0.1' }, null],
  ])('is %s', (_who, headers, address) => {
    expect(visitorAddress(request(headers), hosted)).toBe(address);
  });

  test('is whom the last proxy saw, where this is not supabase.com', () => {
    const headers = { 'cf-connecting-ip': '203.0.113.9', 'x-forwarded-for': '192.0.2.1, 10.0.0.1' };
    expect(visitorAddress(request(headers), { ...hosted, isHosted: false })).toBe('10.0.0.1');
  });

  test('is whom the server names before whom the edge saw', () => {
    const headers = { 'cf-connecting-ip': '203.0.113.9', [proxySecretHeader]: 'shared' };
    const named = request({ ...headers, [visitorHeader]: '192.0.2.7' });
    expect(visitorAddress(named, hosted)).toBe('192.0.2.7');
    expect(visitorAddress(request(headers), hosted)).toBe('203.0.113.9');
  });
});
