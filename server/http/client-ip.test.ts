import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createClientIp } from './client-ip.ts';

const requestFrom = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    headers: { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

test.each([
  ['the socket, where nobody is trusted', undefined, '192.0.2.1', '203.0.113.9', '192.0.2.1'],
  ['the socket, where no proxy stands in front', '0', '192.0.2.1', '203.0.113.9', '192.0.2.1'],
  ['whom one proxy names', '1', '192.0.2.1', '198.51.100.7, 203.0.113.9', '203.0.113.9'],
  ['whom two proxies name', '2', '192.0.2.1', '198.51.100.7, 203.0.113.9', '198.51.100.7'],
  ['whom a trusted network names', '10.0.0.0/8', '10.1.2.3', '203.0.113.9', '203.0.113.9'],
  ['the socket of another network', '10.0.0.0/8', '192.0.2.1', '203.0.113.9', '192.0.2.1'],
  ['one of several networks', '10.0.0.0/8, fd00::/8', 'fd00::1', '2001:db8::1', '2001:db8::1'],
  ['IPv4, as a socket of both writes it', undefined, '::ffff:192.0.2.1', undefined, '192.0.2.1'],
  ['the socket, where the proxy names nonsense', '1', '192.0.2.1', 'unknown', '192.0.2.1'],
  ['nobody, where the socket is gone', '1', undefined, undefined, null],
])('a visitor is counted under %s', (_what, setting, remoteAddress, forwarded, visitor) => {
  expect(createClientIp(setting).of(requestFrom(remoteAddress, forwarded))).toBe(visitor);
});
