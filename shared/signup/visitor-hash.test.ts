import { describe, expect, test } from 'vitest';
import { nodeHmac } from './testing/hmac.ts';
import { hashVisitor, isSameSecret, visitorNetworks } from './visitor-hash.ts';

describe('one visitor', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:203.113.255.109', '203.113.255.109'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['64:ff9b::192.0.2.7', '192.0.2.7'],
    ['64:ff9b::c000:0207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::', '2001:db8:1:2'],
    ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['1::2', '1:0:0:0'],
    ['1::2:3:4:5:6:7', '1:0:2:3'],
    ['1:2::3:4:5:6', '1:2:0:0'],
    ['::2:3:4:5:6:7:8', '0:2:3:4'],
    ['1:2:3:4:5:6:7::', '1:2:3:4'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['fe80::a:b:c:d%eth0', 'fe80:0:0:0'],
    ['192.0.2.7%eth0', '192.0.2.7'],
    [' 192.0.2.7 ', '192.0.2.7'],
  ])('%s is counted as %s', (address, network) => {
    expect(visitorNetworks(address)[0]).toBe(network);
  });

  // An edge that we do not know may forward anything; nobody may be answered 500 for it.
  test.each(['1:2:3:4:5:6:7:8::9', ':::', '::ffff:192.0.2.7:443', 'x::ffff:192.0.2.7', '%'])(
    'is nobody’s address but harmless: %s',
    (address) => {
      expect(visitorNetworks(address)).not.toContain('192.0.2.7');
    },
  );

  test('differs from the neighbour’s network', () => {
    expect(visitorNetworks('2001:db8:1:3::1')[0]).not.toBe(visitorNetworks('2001:db8:1:2::1')[0]);
  });
});

test('an IPv6 visitor counts for the whole site as well, an IPv4 one for nobody else', () => {
  expect(visitorNetworks('2001:db8:1:2::1')).toEqual(['2001:db8:1:2', '2001:db8:1/48']);
  expect(visitorNetworks('192.0.2.7')).toEqual(['192.0.2.7']);
});

describe('what is kept of an address', () => {
  const noon = new Date('2026-11-21T12:00:00Z');

  test('is the same all day', async () => {
    const hash = await hashVisitor('2001:db8', 'secret', noon, nodeHmac);
    expect(hash).toMatch(/^[0-9a-f]{32}$/);
    expect(
      await hashVisitor('2001:db8', 'secret', new Date('2026-11-21T23:59:59Z'), nodeHmac),
    ).toBe(hash);
  });

  test('is what every replica makes of it', async () => {
    // printf 192.0.2.7 | openssl dgst -sha256 -hmac "$(printf 2026-11-21 | openssl … -hmac secret)"
    const hash = 'e8691236ef90c146bd1a0f9a69f2f291';
    expect(await hashVisitor('192.0.2.7', 'secret', noon, nodeHmac)).toBe(hash);
  });

  test('is another the next day, and under another secret', async () => {
    const hash = await hashVisitor('192.0.2.7', 'secret', noon, nodeHmac);
    expect(
      await hashVisitor('192.0.2.7', 'secret', new Date('2026-11-22T00:00:00Z'), nodeHmac),
    ).not.toBe(hash);
    expect(await hashVisitor('192.0.2.7', 'another', noon, nodeHmac)).not.toBe(hash);
  });
});

test('a secret is the same only when all of it is', () => {
  expect(isSameSecret('abc', 'abc')).toBe(true);
  for (const other of ['', 'ab', 'abcd', 'abd', 'ABC', 'abcabc']) {
    expect(isSameSecret(other, 'abc')).toBe(false);
  }
});
