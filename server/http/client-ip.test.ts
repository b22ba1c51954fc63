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
  ['null, when the socket is closed', '1', undefined, undefined, null],
])('a visitor is counted under %s', (_what, setting, remoteAddress, forwarded, visitor) => {
  expect(createClientIp(setting).of(requestFrom(remoteAddress, forwarded))).toBe(visitor);
});
