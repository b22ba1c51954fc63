import { expect, test } from 'vitest';
import { readAnswer } from './store.ts';

const saved = { retryAfter: null, saved: true };
const over = { retryAfter: 1234, saved: false };
const odd = [null, [], {}, { ...saved, saved: 'true' }, { ...over, retryAfter: '1234' }];

test.each([saved, over])('%j is what the database says', (answer) => {
  expect(readAnswer({ ...answer, more: 'of a newer one' })).toEqual(answer);
});

test.each(odd.map((answer) => [answer]))(
  '%j is no answer of ours: nothing counts as saved, and the log is told why',
  (answer) => {
    const message = 'secure_signup_save answered with something else';
    const cause = expect.objectContaining({ message: expect.any(String) });
    expect(() => readAnswer(answer)).toThrow(expect.objectContaining({ message, cause }));
  },
);
