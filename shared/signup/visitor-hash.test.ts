import { expect, test } from 'vitest';
import { nodeHmac } from './testing/process-world.ts';
import { hashVisitor, visitorNetworks } from './visitor-hash.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:203.113.255.109', '203.113.255.109'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['64:ff9b::c000:0207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::', '2001:db8:1:2'],
  ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['1::2:3:4:5:6:7', '1:0:2:3'],
  ['1:2::3:4:5:6', '1:2:0:0'],
  ['::2:3:4:5:6:7:8', '0:2:3:4'],
  ['1:2:3:4:5:6:7::', '1:2:3:4'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  [' 192.0.2.7 ', '192.0.2.7'],
])('visitorNetworks counts a visitor at %s as %s', (address, network) => {
  expect(visitorNetworks(address)[0]).toBe(network);
});

// An unknown proxy may forward any text. It must not cause a 500.
const odd = ['1:2:3:4:5:6:7:8::9', ':::', '::ffff:192.0.2.7:443', 'x::ffff:192.0.2.7', '%'];

test.each(odd)(
  'visitorNetworks returns %s without an error, and never as an IPv4 address',
  (address) => {
    expect(visitorNetworks(address)).not.toContain('192.0.2.7');
  },
);

test('an IPv6 visitor counts for the /48 too, and an IPv4 visitor only for the address', () => {
  expect(visitorNetworks('2001:db8:1:2::1')).toEqual(['2001:db8:1:2', '2001:db8:1/48']);
  expect(visitorNetworks('192.0.2.7')).toEqual(['192.0.2.7']);
});

test('the hash of an address is the same all day, and changes with the day and the secret', async () => {
  const hash = (secret: string, time: string) =>
    hashVisitor('192.0.2.7', secret, new Date(`2026-11-${time}Z`), nodeHmac);
  // printf 192.0.2.7 | openssl dgst -sha256 -hmac "$(printf 2026-11-21 | openssl … -hmac secret)"
  const expected = 'e8691236ef90c146bd1a0f9a69f2f291';
  expect(await hash('secret', '21T12:00:00')).toBe(expected);
  expect(await hash('secret', '21T23:59:59')).toBe(expected);
  expect(await hash('secret', '22T00:00:00')).not.toBe(expected);
  expect(await hash('another', '21T12:00:00')).not.toBe(expected);
});
