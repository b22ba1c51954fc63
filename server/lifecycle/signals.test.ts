import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import type { Metrics } from '../observability/metrics.ts';
import { stopOnSignals } from './signals.ts';
import { collectingLog } from './testing/collecting-log.ts';

/** Registers the signals of a stand-in for the process. `finish` ends the stop that a signal has begun. */
function startHost({ hasMetrics = true } = {}) {
  const { lines, log } = collectingLog();
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  const shutDownAll = vi.fn(() => promise);
  const error = vi.fn();
  const exit = vi.fn();
  const host = Object.assign(new EventEmitter(), { exit });
  const metrics = hasMetrics ? ({ error } as object as Metrics) : null;
  stopOnSignals({ log, metrics }, shutDownAll, host);
  return { host, exit, error, shutDownAll, finish, lines };
}

test.each([
  ['SIGTERM', 0],
  ['SIGINT', 0],
  ['disconnect', 0],
  ['uncaughtException', 1],
])('%s stops everything, and then ends the process with %i', async (event, code) => {
  const { host, exit, shutDownAll, finish } = startHost();
  host.emit(event, new Error('broken'));
  expect(shutDownAll).toHaveBeenCalledOnce();
  expect(exit).not.toHaveBeenCalled();
  finish();
  await expect.poll(() => exit.mock.calls).toEqual([[code]]);
});

test('a second signal ends the process at once with 1', () => {
  const { host, exit, shutDownAll } = startHost();
  host.emit('SIGTERM');
  host.emit('SIGINT');
  expect(exit.mock.calls).toEqual([[1]]);
  expect(shutDownAll).toHaveBeenCalledOnce();
});

test('an uncaught error is logged and counted', () => {
  const { host, error, lines } = startHost();
  host.emit('uncaughtException', new Error('broken'));
  expect(lines).toEqual(['broken: uncaught']);
  expect(error).toHaveBeenCalledExactlyOnceWith('uncaught');
});

test('without metrics an uncaught error stops everything too', () => {
  const { host, shutDownAll } = startHost({ hasMetrics: false });
  host.emit('uncaughtException', new Error('broken'));
  expect(shutDownAll).toHaveBeenCalledOnce();
});
