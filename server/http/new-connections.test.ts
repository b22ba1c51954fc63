import { expect, test, vi } from 'vitest';
import { limitNewConnections } from './new-connections.ts';

function limitAt(limits: { atOnce: number; perSecond: number }) {
  const now = vi.fn(() => 0);
  const { add, charge } = limitNewConnections(limits, now);
  /** Opens connections until one is refused. Returns how many were allowed. */
  const opened = (...networks: string[]): number => {
    for (let count = 0; count < 10_000; count += 1) if (!add(networks)) return count;
    return Number.POSITIVE_INFINITY;
  };
  return { now, opened, charge };
}

test('a visitor opens so many connections at once, and after each second so many more', () => {
  const { now, opened } = limitAt({ atOnce: 30, perSecond: 10 });
  expect(opened('192.0.2.1')).toBe(30);
  now.mockReturnValue(1_000);
  expect(opened('192.0.2.1')).toBe(10);
  now.mockReturnValue(60_000);
  expect(opened('192.0.2.1')).toBe(30);
});

test('the connections of one visitor do not count for another visitor', () => {
  const { opened } = limitAt({ atOnce: 30, perSecond: 10 });
  opened('192.0.2.1');
  expect(opened('192.0.2.2')).toBe(30);
});

test('all visitors of a /48 together open as many connections as 16 visitors', () => {
  const { opened } = limitAt({ atOnce: 30, perSecond: 10 });
  const visitors = Array.from({ length: 20 }, (_, index) => `2001:db8:1:${index}`);
  const counts = visitors.map((visitor) => opened(visitor, '2001:db8:1/48'));
  expect(counts).toEqual([...Array(16).fill(30), 0, 0, 0, 0]);
});

test('a connection that counts several times leaves room for fewer, and delays the next ones by no more than the limit', () => {
  const { now, opened, charge } = limitAt({ atOnce: 30, perSecond: 10 });
  charge(['192.0.2.1'], 20);
  expect(opened('192.0.2.1')).toBe(10);
  charge(['192.0.2.1'], 20);
  now.mockReturnValue(1_000);
  expect(opened('192.0.2.1')).toBe(10);
});

test('trusted proxies, which belong to no network, open any number of connections', () => {
  const { opened } = limitAt({ atOnce: 30, perSecond: 10 });
  expect(opened()).toBe(Number.POSITIVE_INFINITY);
});

test('past 10,000 networks the one that was quiet for the longest time is forgotten', () => {
  const { opened, charge } = limitAt({ atOnce: 2, perSecond: 1 });
  charge(['first'], 1);
  expect(opened('second')).toBe(2);
  charge(['first'], 1);
  for (let count = 0; count < 9_999; count += 1) opened(`network ${count}`);
  expect(opened('first')).toBe(0);
  expect(opened('second')).toBe(2);
});
