import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createClientIp } from './client-ip.ts';

const requestFrom = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    headers: { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

test.each([
  [
    'the socket’s address, when no proxy is trusted',
    undefined,
    '192.0.2.1',
    '203.0.113.9',
    '192.0.2.1',
  ],
  ['the socket’s address, with 0 hops', '0', '192.0.2.1', '203.0.113.9', '192.0.2.1'],
  [
    'the address that one proxy names',
    '1',
    '192.0.2.1',
    '198.51.100.7, 203.0.113.9',
    '203.0.113.9',
  ],
  [
    'the address that two proxies name',
    '2',
    '192.0.2.1',
    '198.51.100.7, 203.0.113.9',
    '198.51.100.7',
  ],
  [
    'the address that a proxy of a trusted network names',
    '10.0.0.0/8',
    '10.1.2.3',
    '203.0.113.9',
    '203.0.113.9',
  ],
  [
    'the socket’s address, when it is in another network',
    '10.0.0.0/8',
    '192.0.2.1',
    '203.0.113.9',
    '192.0.2.1',
  ],
  [
    'the address that a proxy in one of several networks names',
    '10.0.0.0/8, fd00::/8',
    'fd00::1',
    '2001:db8::1',
    '2001:db8::1',
  ],
  ['the IPv4 address of an IPv6 socket', undefined, '::ffff:192.0.2.1', undefined, '192.0.2.1'],
  [
    'the socket’s address, when the proxy names no address',
    '1',
    '192.0.2.1',
    'unknown',
    '192.0.2.1',
  ],
  ['the address before a port', '1', '192.0.2.1', '203.0.113.7:51432', '203.0.113.7'],
  ['the address in brackets', '1', '192.0.2.1', '[2001:db8::7]', '2001:db8::7'],
  ['the address in brackets before a port', '1', '192.0.2.1', '[2001:db8::7]:51432', '2001:db8::7'],
  [
    'the IPv4 address in brackets as IPv6',
    '1',
    '192.0.2.1',
    '[::ffff:203.0.113.7]:51432',
    '203.0.113.7',
  ],
  ['an IPv6 address without brackets', '1', '192.0.2.1', '2001:db8::7', '2001:db8::7'],
  [
    'the address before a trusted proxy that is named with its port',
    '10.0.0.0/8',
    '10.1.2.3',
    '203.0.113.9:1024, 10.4.5.6:80',
    '203.0.113.9',
  ],
  [
    'the address that a proxy on loopback names',
    'loopback',
    '127.0.0.1',
    '203.0.113.9',
    '203.0.113.9',
  ],
  [
    'the address that a proxy of a private network names',
    'loopback, uniquelocal',
    '172.30.7.2',
    '203.0.113.9',
    '203.0.113.9',
  ],
  ['null, when the socket is closed', '1', undefined, undefined, null],
])('a visitor is counted under %s', (_what, setting, remoteAddress, forwarded, visitor) => {
  expect(createClientIp(setting).of(requestFrom(remoteAddress, forwarded))).toBe(visitor);
});
