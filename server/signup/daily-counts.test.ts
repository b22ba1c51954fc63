import { expect, test, vi } from 'vitest';
import type { DailyCount } from '../../shared/signup/store.ts';
import { createDailyCounter } from './daily-counts.ts';

const [page, dialog] = [
  { day: '2026-11-21', name: 'page_read', label: '/', count: 1 },
  { day: '2026-11-21', name: 'dialog_opened', label: 'nav', count: 1 },
];

function createCounter() {
  const add = vi.fn(async (_counts: readonly DailyCount[]) => {});
  const warn = vi.fn();
  let now = Date.parse('2026-11-21T23:59:59Z');
  const counter = createDailyCounter(add, { warn }, () => now);
  const setTime = (time: string) => {
    now = Date.parse(time);
  };
  return { add, warn, counter, setTime };
}

test('events of the same kind are written as one count, and once', async () => {
  const { add, counter } = createCounter();
  for (let times = 0; times < 2; times += 1) counter.count('page_read', '/');
  counter.count('dialog_opened', 'nav');
  await counter.close();
  await counter.close();
  expect(add).toHaveBeenCalledTimes(1);
  expect(add.mock.calls[0]?.[0]).toEqual([{ ...page, count: 2 }, dialog]);
});

test('an event counts for the day on which it happened, not for the day of the write', async () => {
  const { add, counter, setTime } = createCounter();
  counter.count('page_read', '/');
  setTime('2026-11-22T00:00:01Z');
  counter.count('page_read', '/');
  await counter.close();
  expect(add.mock.calls[0]?.[0]).toEqual([page, { ...page, day: '2026-11-22' }]);
});

test('counts that could not be written are written with the next counts, as one count for each kind', async () => {
  const { add, warn, counter } = createCounter();
  add.mockRejectedValueOnce(new Error('timeout'));
  counter.count('page_read', '/');
  await counter.close();
  expect(warn).toHaveBeenCalledOnce();
  counter.count('page_read', '/');
  await counter.close();
  expect(add.mock.calls.map(([counts]) => counts)).toEqual([
    [expect.objectContaining({ label: '/' })],
    [{ ...page, count: 2 }],
  ]);
});

test('close waits for a write under way, and writes the events that came meanwhile', async () => {
  vi.useFakeTimers();
  const { add, counter } = createCounter();
  const slow = Promise.withResolvers<void>();
  add.mockReturnValueOnce(slow.promise);
  counter.count('page_read', '/');
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  counter.count('dialog_opened', 'nav');
  const closed = counter.close();
  expect(add).toHaveBeenCalledTimes(1);
  slow.resolve();
  await closed;
  expect(add.mock.calls.map(([counts]) => counts)).toEqual([[page], [dialog]]);
});

test('more than 200 counts are written in several requests', async () => {
  const { add, counter } = createCounter();
  for (let label = 0; label < 401; label += 1) counter.count('page_read', `/${label}`);
  await counter.close();
  expect(add.mock.calls.map(([counts]) => counts.length)).toEqual([200, 200, 1]);
});
