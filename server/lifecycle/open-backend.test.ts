import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { fakeBackend } from '../testing/fake-backend.ts';
import { silentLog } from '../testing/silent-log.ts';
import { openBackend, openOrTimeout } from './open-backend.ts';
import { collectingLog } from './testing/collecting-log.ts';

test('the backend is opened again until it succeeds, and each new reason for a failure is logged once', async () => {
  vi.useFakeTimers();
  const { lines, log } = collectingLog();
  const reasons = ['no route', 'no route', 'no password', 'no route'];
  const open = vi.fn(async () => {
    const reason = reasons.shift();
    if (reason) throw new Error(reason);
  });
  const { signal: stopping } = new AbortController();
  const opening = openBackend({ backend: { ...fakeBackend(), open }, stopping, log });
  await vi.advanceTimersByTimeAsync(60_000);
  await opening;
  vi.useRealTimers();
  expect(open).toHaveBeenCalledTimes(5);
  const line = (reason: string) => `${reason}: the backend cannot be opened yet`;
  expect(lines).toEqual([line('no route'), line('no password'), line('no route')]);
});

test('a backend that cannot be opened is tried again after 0.5 to 1 s first, and never later than after 15 s', async () => {
  vi.useFakeTimers();
  const open = vi.fn().mockRejectedValue(new Error('no route'));
  const stop = new AbortController();
  openBackend({ backend: { ...fakeBackend(), open }, stopping: stop.signal, log: silentLog });
  await vi.advanceTimersByTimeAsync(499);
  expect(open).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(501);
  expect(open).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(600_000);
  open.mockClear();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(open).toHaveBeenCalled();
  stop.abort();
  vi.useRealTimers();
});

test('the backend is not opened again once the server stops', async () => {
  const stop = new AbortController();
  const open = vi.fn(async () => {
    stop.abort();
    throw new Error('no route');
  });
  await openBackend({ backend: { ...fakeBackend(), open }, stopping: stop.signal, log: silentLog });
  expect(open).toHaveBeenCalledTimes(1);
});

test.each<[string, Promise<void>, number, boolean]>([
  ['until the backend is open', Promise.resolve(), 60_000, false],
  ['no longer than its limit', new Promise(() => {}), 20, false],
  ['no longer than until it stops', new Promise(() => {}), 60_000, true],
])('the server waits %s before it listens', async (_how, opening, openingMs, isStopped) => {
  const stop = new AbortController();
  if (isStopped) setTimeout(20).then(() => stop.abort());
  await openOrTimeout(opening, { stopping: stop.signal }, openingMs);
});

test('the server listens after a backend that opens within a moment', async () => {
  const opened = vi.fn();
  const opening = setTimeout(50).then(opened);
  await openOrTimeout(opening, { stopping: new AbortController().signal });
  expect(opened).toHaveBeenCalled();
});
