import { expect, test } from 'vitest';
import { keepTrying } from './keep-trying.ts';

test('no kind of error ends the tries, and each is told with its cause', async () => {
  const failures = [new Error('refused'), new TypeError('undefined is not a function')];
  const told: Error[] = [];
  const result = await keepTrying(
    async () => {
      const failure = failures[told.length];
      if (failure) throw failure;
      return 'open';
    },
    {
      minTimeout: 1,
      maxTimeout: 2,
      signal: new AbortController().signal,
      onFailedAttempt: ({ error }) => void told.push(error),
    },
  );
  expect(result).toBe('open');
  expect(told.map(({ cause }) => cause)).toEqual(failures);
});
