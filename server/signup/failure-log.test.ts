import { expect, test, vi } from 'vitest';
import { QueueFullError } from '../stores/sqlite/commit-queue.ts';
import { createFailureLog } from './failure-log.ts';

const message = 'too many sign-ups are waiting for the disk';

test('a full queue is logged once a second, without a stack and with the number of refused sign-ups', () => {
  const error = vi.fn();
  const now = vi.fn(() => 0);
  const logFailure = createFailureLog({ error }, now);
  for (let times = 0; times < 500; times += 1) logFailure('an-id', new QueueFullError(message));
  now.mockReturnValue(999);
  logFailure('an-id', new QueueFullError(message));
  now.mockReturnValue(1_000);
  logFailure('an-id', new QueueFullError(message));
  expect(error.mock.calls).toEqual([
    [{ refused: 1 }, message],
    [{ refused: 501 }, message],
  ]);
});

test('any other failure is logged each time, with its request and its error', () => {
  const error = vi.fn();
  const logFailure = createFailureLog({ error });
  const failure = new Error('disk full');
  for (const id of ['one', 'two']) logFailure(id, failure);
  const line = 'a sign-up could not be saved';
  expect(error.mock.calls).toEqual([
    [{ id: 'one', err: failure }, line],
    [{ id: 'two', err: failure }, line],
  ]);
});
