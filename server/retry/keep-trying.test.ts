import { expect, test, vi } from 'vitest';
import { keepTrying } from './keep-trying.ts';

test('no kind of error ends the tries, each is told with its cause, and replicas try at other moments', async () => {
  const failures = [new Error('refused'), new TypeError('undefined is not a function')];
  const open = vi.fn(async () => 'open');
  for (const failure of failures) open.mockRejectedValueOnce(failure);
  const chance = vi.spyOn(Math, 'random');
  const told = vi.fn();
  const options = { minTimeout: 1, maxTimeout: 2, onFailedAttempt: told };
  expect(await keepTrying(open, options)).toBe('open');
  expect(told.mock.calls.map(([{ error }]) => error.cause)).toEqual(failures);
  expect(chance).toHaveBeenCalledTimes(failures.length);
});
