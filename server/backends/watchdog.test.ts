import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWatchdog } from './watchdog.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('barks once where the answer that is owed does not come', () => {
  const bark = vi.fn();
  createWatchdog(bark).watch(6_000);
  vi.advanceTimersByTime(5_999);
  expect(bark).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(bark).toHaveBeenCalledOnce();
});

test('each answer buys the next its whole time', () => {
  const bark = vi.fn();
  const watchdog = createWatchdog(bark);
  for (let answers = 0; answers < 5; answers += 1) {
    watchdog.watch(6_000);
    vi.advanceTimersByTime(5_000);
  }
  expect(bark).not.toHaveBeenCalled();
});

test('rests where nothing is owed', () => {
  const bark = vi.fn();
  const watchdog = createWatchdog(bark);
  watchdog.watch(6_000);
  watchdog.rest();
  vi.advanceTimersByTime(60_000);
  expect(bark).not.toHaveBeenCalled();
});
