import { expect, test, vi } from 'vitest';
import { keepTrying } from './keep-trying.ts';

test('keepTrying retries after every kind of error, reports its cause and waits for a random time', async () => {
  const failures = [new Error('refused'), new TypeError('undefined is not a function')];
  const open = vi.fn(async () => 'open');
  for (const failure of failures) open.mockRejectedValueOnce(failure);
  const chance = vi.spyOn(Math, 'random');
  const failed = vi.fn();
  const options = { minTimeout: 1, maxTimeout: 2, onFailedAttempt: failed };
  expect(await keepTrying(open, options)).toBe('open');
  expect(failed.mock.calls.map(([{ error }]) => error.cause)).toEqual(failures);
  expect(chance).toHaveBeenCalledTimes(failures.length);
});
