import { expect, test } from 'vitest';
import { trustProxy, visitorOf } from './visitor.ts';

test.each([
  ['the address that a proxy names', '203.0.113.9', '127.0.0.1', '203.0.113.9'],
  ['one of IPv6', '2001:db8::1', '127.0.0.1', '2001:db8::1'],
  ['IPv4 as a socket of both writes it', '::ffff:192.0.2.1', undefined, '192.0.2.1'],
  ['the same in capitals', '::FFFF:192.0.2.1', undefined, '192.0.2.1'],
  ['IPv6 that only resembles that', '::ffff:c000:201', undefined, '::ffff:c000:201'],
  ['IPv6 that ends like that', '2001:db8::ffff:192.0.2.1', '::1', '2001:db8::ffff:192.0.2.1'],
  ['the socket, where the proxy names nobody', undefined, '192.0.2.1', '192.0.2.1'],
  ['the socket, where the proxy names nonsense', 'unknown', '::ffff:192.0.2.1', '192.0.2.1'],
  ['nobody, where the socket is gone', undefined, undefined, null],
  ['nobody, where both are nonsense', 'unknown', 'unknown', null],
])('a visitor is counted under %s', (_what, ip, remoteAddress, visitor) => {
  expect(visitorOf({ ip, socket: { remoteAddress } })).toBe(visitor);
});

test.each([
  ['nobody unless it is set', undefined, false],
  ['no hop', '0', 0],
  ['so many hops', '12', 12],
  ['a network whose name begins with a digit', '10.0.0.0/8', ['10.0.0.0/8']],
  ['a network whose name ends with one', 'fc00::/7', ['fc00::/7']],
  ['several networks', 'loopback, 10.0.0.0/8', ['loopback', '10.0.0.0/8']],
])('TRUST_PROXY believes %s', (_what, setting, trusted) => {
  expect(trustProxy(setting)).toEqual(trusted);
});
