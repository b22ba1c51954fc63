import { expect, test } from 'vitest';
import { pageTextOf, refusal } from './outcomes.ts';

test.each([
  [1, 'in one minute'],
  [60, 'in one minute'],
  [61, 'in 2 minutes'],
  [3600, 'in 60 minutes'],
])('a visitor over a limit with %i seconds left reads: try again %s', (seconds, when) => {
  expect(refusal('rate_limited', seconds).message).toBe(
    `Too many attempts. Please try again ${when}.`,
  );
});

test('the page about a limit names the longest time, because it does not know the time that is left', () => {
  expect(pageTextOf('rate_limited')).toBe('Too many attempts. Please try again in 60 minutes.');
});
