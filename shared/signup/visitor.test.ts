import { describe, expect, test } from 'vitest';
import { hashVisitor, isSameSecret, visitorNetwork } from './visitor.ts';

describe('one visitor', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::', '2001:db8:1:2'],
    ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    [' 192.0.2.7 ', '192.0.2.7'],
  ])('%s is counted as %s', (address, network) => {
    expect(visitorNetwork(address)).toBe(network);
  });

  test('differs from the neighbour’s network', () => {
    expect(visitorNetwork('2001:db8:1:3::1')).not.toBe(visitorNetwork('2001:db8:1:2::1'));
  });
});

describe('what is kept of an address', () => {
  const noon = new Date('2026-11-21T12:00:00Z');

  test('is the same all day and for a whole network', async () => {
    const hash = await hashVisitor('2001:db8::1', 'secret', noon);
    expect(hash).toMatch(/^[0-9a-f]{32}$/);
    expect(await hashVisitor('2001:db8::2', 'secret', new Date('2026-11-21T23:59:59Z'))).toBe(hash);
  });

  test('is another the next day, and under another secret', async () => {
    const hash = await hashVisitor('192.0.2.7', 'secret', noon);
    expect(await hashVisitor('192.0.2.7', 'secret', new Date('2026-11-22T00:00:00Z'))).not.toBe(
      hash,
    );
    expect(await hashVisitor('192.0.2.7', 'another', noon)).not.toBe(hash);
  });
});

test('a secret is the same only when all of it is', () => {
  expect(isSameSecret('abc', 'abc')).toBe(true);
  for (const other of ['', 'ab', 'abcd', 'abd', 'ABC', 'abcabc']) {
    expect(isSameSecret(other, 'abc')).toBe(false);
  }
});
