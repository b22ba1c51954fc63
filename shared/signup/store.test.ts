import { expect, test } from 'vitest';
import { readAnswer } from './store.ts';

test.each([
  [
    { retryAfter: null, saved: true },
    { visitorRetryAfterSeconds: null, saved: true },
  ],
  [
    { retryAfter: null, saved: false },
    { visitorRetryAfterSeconds: null, saved: false },
  ],
  [
    { retryAfter: 1234, saved: false },
    { visitorRetryAfterSeconds: 1234, saved: false },
  ],
])('%j is what the database says', (answer, read) => {
  expect(readAnswer(answer)).toEqual(read);
});

test.each([
  [undefined],
  [null],
  ['saved'],
  [[]],
  [{}],
  [{ retryAfter: null, saved: 'true' }],
  [{ retryAfter: '1234', saved: false }],
  [{ code: 'PGRST202', message: 'Could not find the function' }],
])('%j is no answer of ours, so that nothing counts as saved', (answer) => {
  expect(() => readAnswer(answer)).toThrow('secure_signup_save answered with something else');
});

test('what was wrong with it is kept for the log', () => {
  const reading = () => readAnswer({ retryAfter: null, saved: 1 });
  expect(reading).toThrow(
    expect.objectContaining({
      cause: expect.objectContaining({ message: expect.stringContaining('saved') }),
    }),
  );
});
