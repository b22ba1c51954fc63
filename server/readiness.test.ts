import { expect, test, vi } from 'vitest';
import { watchReadiness } from './readiness.ts';

/** The error of a lost backend. */
const gone = new Error('gone');

function watched() {
  vi.useFakeTimers();
  const lines: string[] = [];
  const requireReady = vi.fn(async () => {});
  const write = (fields: object, message: string) =>
    void lines.push([message, ...Object.values(fields)].join(', '));
  const log = { info: write, warn: write } as Parameters<typeof watchReadiness>[1];
  return { requireReady, lines, watch: watchReadiness({ name: 'postgres', requireReady }, log) };
}

test('several checks within a second ask the backend once', async () => {
  const { requireReady, watch } = watched();
  await Promise.all([watch.check(), watch.check()]);
  await watch.check();
  expect(requireReady).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await watch.check()).toEqual({ ready: true });
  expect(requireReady).toHaveBeenCalledTimes(2);
});

test('each change is logged once, and a backend that is late at the start is no change', async () => {
  const { requireReady, lines, watch } = watched();
  for (const isLost of [true, false, false, true, true, false]) {
    if (isLost) requireReady.mockRejectedValueOnce(gone);
    await watch.check();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(lines).toEqual([
    'ready, postgres',
    'backend lost, postgres, gone',
    'backend back, postgres',
  ]);
});

test('a loss is found without a request, and isReady reads it without asking the backend', async () => {
  const { requireReady, lines, watch } = watched();
  expect(watch.isReady()).toBe(false);
  await watch.check();
  expect(watch.isReady()).toBe(true);
  requireReady.mockRejectedValue(gone);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(watch.isReady()).toBe(false);
  expect(lines).toEqual(['ready, postgres', 'backend lost, postgres, gone']);
});

test('a backend that does not answer within 2 s is not ready', async () => {
  const { requireReady, watch } = watched();
  requireReady.mockReturnValue(new Promise(() => {}));
  const answer = watch.check();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await answer).toEqual({ ready: false, reason: 'no answer within 2000 ms' });
});

test('a server that stops counts as not ready although its backend is ready', async () => {
  const { watch } = watched();
  await watch.check();
  expect(watch.isReady()).toBe(true);
  watch.drain();
  expect(watch.isReady()).toBe(false);
});

test('a server that stops is not ready, and logs no more changes of the backend', async () => {
  const { requireReady, lines, watch } = watched();
  await watch.check();
  await vi.advanceTimersByTimeAsync(1_000);
  requireReady.mockRejectedValue(gone);
  const underWay = watch.check();
  watch.drain();
  await underWay;
  expect(await watch.check()).toEqual({ ready: false, reason: 'shutting down' });
  expect(watch.isReady()).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines).toEqual(['ready, postgres']);
});
